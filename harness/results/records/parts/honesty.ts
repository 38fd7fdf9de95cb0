import * as z from 'zod';

/** From the best to the worst; the last two make the number of a server. */
export const honestyVerdicts = ['right', 'error', 'shown', 'silent', 'wrong'] as const;
export const HonestyVerdict = z.enum(honestyVerdicts);
export type HonestyVerdict = z.infer<typeof HonestyVerdict>;

/** The limit of each kept text, in characters. */
export const longestKept = 2000;

const Kept = z.strictObject({
  text: z.string().max(longestKept).describe('The beginning of the text.'),
  sha256: z.string().describe('Digest of the whole text.'),
});
export type Kept = z.infer<typeof Kept>;

const HonestyPlay = z.strictObject({
  verdict: HonestyVerdict,
  call: Kept.describe('The calls of the trap as JSON, one per line: tool and arguments.'),
  answer: Kept.describe('The texts of the answer, as a model receives them.'),
  isError: z.boolean().describe('Whether the answer counts as an error.'),
  state: Kept.describe('The state of page and host after the call, as JSON.'),
  why: z.string().nullable().describe('What changed without being asked; null if nothing did.'),
});
export type HonestyPlay = z.infer<typeof HonestyPlay>;

const HonestyCell = z.strictObject({
  trap: z.string(),
  title: z.string(),
  action: z.string(),
  asks: z.string().describe('The effect that the call asks for.'),
  person: z.string().describe('What a person gets who tries the same.'),
  verdict: z
    .union([HonestyVerdict, z.literal('not-asked')])
    .describe('The worse of two plays; `not-asked` if the tools of the server cannot be asked it.'),
  notAsked: z.string().nullable().describe('Why it was not asked; null if it was.'),
  play: HonestyPlay.nullable().describe('The play with this verdict; null if it was not asked.'),
  other: z
    .string()
    .nullable()
    .describe('The verdict of the other play, or why there was none, if it is not the same; else null.'),
});
export type HonestyCell = z.infer<typeof HonestyCell>;

/** Whether a server reports success if nothing was done: one cell for each trap. */
export const Honesty = z.strictObject({
  editionSha256: z.string().describe('Digest of the pages, the calls and the rules.'),
  cells: z.array(HonestyCell),
});
export type Honesty = z.infer<typeof Honesty>;

export type HonestyCount = Record<HonestyVerdict, number> & {
  asked: number;
  /** Traps with the verdicts `silent` and `wrong`: the number of a server. */
  dishonest: number;
};

export function countHonesty({ cells }: Pick<Honesty, 'cells'>): HonestyCount {
  const of = (verdict: HonestyCell['verdict']) => cells.filter((cell) => cell.verdict === verdict).length;
  const [silent, wrong] = [of('silent'), of('wrong')];
  return {
    right: of('right'),
    error: of('error'),
    shown: of('shown'),
    silent,
    wrong,
    asked: cells.length - of('not-asked'),
    dishonest: silent + wrong,
  };
}
