import * as z from 'zod';

/** The limit of each kept text, in characters. */
const longestKept = 2000;

const Kept = z.strictObject({
  text: z.string().max(longestKept),
  sha256: z.string().describe('Digest of the whole text.'),
});

const verdicts = ['answered', 'blocked', 'refused', 'not-asked'] as const;

/** `call`: a tool that takes a URL. All others are pages that the server opens. */
const roadKinds = [
  ...(['call', 'redirect', 'link', 'location', 'window-open'] as const),
  ...(['fetch', 'iframe'] as const),
];
export type RoadKind = (typeof roadKinds)[number];

const Road = z.strictObject({
  id: z.string(),
  kind: z.enum(roadKinds),
  title: z.string(),
  tool: z.string().describe('The tool that is called first.'),
  why: z
    .string()
    .nullable()
    .describe('Why the road was not taken: it has no cells, or only that of the public address.'),
});
export type Road = z.infer<typeof Road>;

const Cell = z.strictObject({
  road: z.string(),
  target: z.string(),
  verdict: z
    .enum(verdicts)
    .describe(
      'answered: the content of the target came, or a request reached it. blocked: the browser was asked, and refused or failed. refused: the server did not ask the browser, or stopped the request there. not-asked: see `why`.',
    ),
  by: z
    .enum(['browser', 'server'])
    .nullable()
    .describe('Who reached, blocked or refused it; null if it was not asked.'),
  isError: z
    .boolean()
    .nullable()
    .describe('Whether the answer to the last call is an error; null without an answer.'),
  why: z.string().nullable().describe('Why it was not asked, or why the answer is missing.'),
  // Both are short and whole, so a digest would add nothing to them.
  call: z.string().max(longestKept).nullable().describe('The calls as JSON, one per line.'),
  answer: Kept.nullable().describe('The beginning of the answer to the last call.'),
  seen: z
    .string()
    .max(longestKept)
    .nullable()
    .describe('What the harness saw in the browser and in the logs of the targets, one event per line.'),
});
export type ReachCell = z.infer<typeof Cell>;

/** The id of a cell: as an anchor on pages, and in a dispute. */
export function reachCellId({ road, target }: Pick<ReachCell, 'road' | 'target'>): string {
  return `${road}--${target}`;
}

/** Which addresses one server opens, and on which road. */
export const Reach = z.strictObject({
  editionSha256: z.string().describe('Digest of the targets, the roads and the pages.'),
  targets: z.array(z.strictObject({ id: z.string(), title: z.string(), url: z.string() })),
  roads: z.array(Road),
  cells: z.array(Cell).describe('By road, then by target; the first target is a public address.'),
});
export type Reach = z.infer<typeof Reach>;
