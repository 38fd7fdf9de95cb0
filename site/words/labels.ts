import { fixed, formatPercent, formatTokens, formatUsd } from '../../harness/platform/words/format.ts';
import { ownOf } from '../../harness/platform/words/known-names.ts';
import type { Tone } from '../../harness/publish/board/episode-html.ts';
import { plural, unbroken } from '../../harness/publish/board/format.ts';
import type { RunConfig } from '../../harness/results/records/result.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { Simulations } from '../../harness/results/records/simulations.ts';
import type { SkillRun } from '../../harness/results/records/skill-run.ts';
import { isCharged, type Status } from '../../harness/results/records/statuses.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

type Row = StandingGroup['rows'][number];
type Price = NonNullable<Row['price']>;

const perMillion = (usd: number) => `$${fixed(usd, 2)}`;

/** What a million tokens cost, of which day and from where; null where no price is known. */
export function priceWords(price: Price | null): string | null {
  if (price === null) return null;
  const { input, output, cacheRead, cacheWrite, date, source } = price;
  const from = source === 'table' ? 'the table of the harness' : 'flags of the command';
  return (
    `${perMillion(input)} in, ${perMillion(output)} out, ${perMillion(cacheRead)} read from and ` +
    `${perMillion(cacheWrite)} written to a cache, a million tokens, ${date === null ? 'of no known day' : `of ${date}`}, by ${from}`
  );
}

/** Such as `of 29 of 30 episodes`, where not all costs are known or some are known as a lower bound alone. */
export function usdPerTaskWords({ usdPerTask, usdKnown, usdLowerBounds, counts }: Row): string | null {
  if (usdPerTask === null) return null;
  const over = usdKnown === counts.episodes ? '' : `, of ${usdKnown} of ${counts.episodes} episodes`;
  const least =
    usdLowerBounds === 0 ? '' : `; at least, for ${plural(usdLowerBounds, 'episode')} may have cost more`;
  return `${formatUsd(usdPerTask)}${over}${least}`;
}

/** What an agent says that it used beside what was counted on the wire; null where it said nothing. */
export function tokensClaimedWords({ tokensClaimed, counts }: Row): string | null {
  if (tokensClaimed === null) return null;
  const { claimed, counted, episodes } = tokensClaimed;
  const over = episodes === counts.episodes ? '' : `, in ${episodes} of ${counts.episodes} episodes`;
  const share = counted === 0 ? '' : ` (${formatPercent(claimed / counted)} of it)`;
  return `${formatTokens(claimed)}, where ${formatTokens(counted)} were counted on the wire${share}${over}`;
}

/** What the agent said beside what the contracts found; null where it was never asked or never said. */
export function selfReportWords({ selfReport, counts }: Row): { said: string; false: string } | null {
  if (selfReport === null) return null;
  const { reported, claimed, passed, falseSuccesses, falseSuccessRate } = selfReport;
  const over = reported === counts.episodes ? '' : ` of ${counts.episodes}`;
  return {
    said: `${claimed} of ${plural(reported, 'episode')} that reported${over}; by contract ${passed} of these`,
    false: `${formatPercent(falseSuccessRate ?? 0)}, ${falseSuccesses} of ${reported}`,
  };
}

const words: Record<RunKind, string> = {
  replay: 'recorded calls, a gate and no measure of an agent',
  control: 'a control, which must pass nothing',
  baseline: 'a floor, without a model',
  oracle: 'a ceiling: a written solution, no agent',
  model: 'a model in our loop',
  agent: 'somebody’s agent',
};

/**
 * What an ending of a row of this kind is worth to us; null where its status says it. A control has to fail, a set of simple rules
 * may, and what an agent failed is no fault of ours. Tampering is one of the agent, and a written solution must pass.
 */
export function toneOf(kind: RunKind, status: Status): Tone | null {
  if (!isCharged(status) || status === 'passed' || status === 'tampered') return null;
  if (kind === 'control') return 'expected';
  return kind === 'baseline' || isOfAgent(kind) ? 'plain' : null;
}

/** What a row of this kind is, to stand behind its name. */
export function kindWords(kind: RunKind): string {
  return words[kind];
}

/** The web that a row was played on: pages that its machine serves, or those of others. */
export function webWords(web: RunConfig['web']): string {
  return web === 'hermetic' ? 'sealed web' : 'live web';
}

/** `2–5`, or `2` where chance leaves one place alone; empty of what has no rank. */
export function rankWords({ rank, rankTo }: { rank: number | null; rankTo: number | null }): string {
  if (rank === null) return '';
  return rank === rankTo ? String(rank) : `${rank}–${rankTo}`;
}

/** `, may be 1st to 7th`, or `, 1st`, to stand behind a score; empty of what has no rank. */
export function placeWords({ rank, rankTo }: { rank: number | null; rankTo: number | null }): string {
  if (rank === null || rankTo === null) return '';
  return rank === rankTo ? `, ${ordinal(rank)}` : `, may be ${ordinal(rank)} to ${ordinal(rankTo)}`;
}

function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`;
}

/** Whole points that no pair of rows told apart is closer than, so rounded down; of less than one point with a decimal. */
export function resolutionPoints(resolution: number): number {
  const points = resolution * 100 + 1e-9;
  return points < 1 ? Math.floor(points * 10) / 10 : Math.floor(points);
}

/** Such as `, seeds 1 to 5`, to stand behind other words; empty where a suite has no seeds. */
export function seedsWords(seeds: readonly number[] | null): string {
  const [first, ...others] = (seeds ?? []).toSorted((one, other) => one - other);
  if (first === undefined) return '';
  const last = others.at(-1);
  if (last === undefined) return `, seed ${first}`;
  return last - first === others.length
    ? `, seeds ${first} to ${last}`
    : `, seeds ${[first, ...others].join(', ')}`;
}

/** Where the recordings of a run came from, as git says it, else as the run does; and their digest. */
export function recordingsWords(
  { transcriptsSha256, recordings }: Pick<RunConfig, 'transcriptsSha256' | 'recordings'>,
  areOthers: boolean | null,
): string {
  if (transcriptsSha256 === null) return 'none were replayed, or nobody kept which';
  return `${originWords(recordings, areOthers)}, ${transcriptsSha256}`;
}

function originWords(told: RunConfig['recordings'], areOthers: boolean | null): string {
  if (areOthers === null) return told === 'project' ? 'this project’s, as the run says' : 'origin not known';
  return areOthers
    ? 'others than this project has at the commit'
    : 'those that this project has at the commit';
}

/** `95.2 %`, `3 commits`. */
export function simulatedValue({
  unit,
  value,
}: Pick<Simulations['cases'][number], 'unit' | 'value'>): string {
  return unbroken(unit === 'share' ? formatPercent(value) : plural(value, 'commit'));
}

const conditions: Readonly<Record<string, string>> = {
  no_skill: 'Without a skill',
  curated_skill: 'With the curated skill',
  self_generated_skill: 'With the skill that a model wrote',
};

const comparisons: Readonly<Record<string, string>> = {
  curated_vs_no_skill: 'The curated skill against none',
  self_generated_vs_no_skill: 'The skill that a model wrote against none',
  curated_vs_self_generated: 'The curated skill against the one that a model wrote',
};

const verdicts = {
  better: 'better by more than chance',
  worse: 'worse by more than chance',
  inconclusive: 'not told apart from chance',
} as const;

/** What a run names with a key, in words; a key of its own as it is. */
export const skillWords = {
  condition: (id: string): string => ownOf(conditions, id) ?? plain(id),
  comparison: (key: string): string => ownOf(comparisons, key) ?? plain(key),
  verdict: (verdict: keyof typeof verdicts): string => verdicts[verdict],
  outcome: plain,
};

/** Who played, through what, and what judged: the first that is to be known of a run. */
export function playedBy({ run, conditions: all, tasks, model: asked, usage }: SkillRun): string {
  const { model_label: model = 'not said', environment_label: environment } = run.metadata;
  const named = [...all.map(({ adapter_id }) => adapter_id), asked?.adapter];
  const builtInAgents = [...new Set(named.filter((each) => each !== undefined))];
  const verifiers = [...new Set(tasks.map(({ verifier }) => `${verifier.label} (${verifier.type})`))];
  return [
    `Model: ${model}`,
    `adapter: ${builtInAgents.length === 0 ? 'none, the verifier is all that runs' : builtInAgents.join(', ')}`,
    `judged by ${verifiers.join(', ')}`,
    ...(environment ? [`environment: ${environment}`] : []),
    ...(asked?.rehearsal ? [`a rehearsal: ${asked.rehearsal}`] : []),
    ...(usage
      ? [
          `cost: ${usage.usd === null ? 'not known' : `${usage.at_least ? 'at least ' : ''}${formatUsd(usage.usd)}`}`,
        ]
      : []),
  ].join('; ');
}

function plain(key: string): string {
  return key.replaceAll('_', ' ');
}
