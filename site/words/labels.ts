import { fixed, formatPercent, formatTokens, formatUsd } from '../../harness/platform/words/format.ts';
import { ownOf } from '../../harness/platform/words/known-names.ts';
import type { Tone } from '../../harness/publish/board/episode-html.ts';
import { plural, unbroken } from '../../harness/publish/board/format.ts';
import type { RunConfig } from '../../harness/results/records/result.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { ModelRecord, RunKind } from '../../harness/results/records/run-identity.ts';
import type { Simulations } from '../../harness/results/records/simulations.ts';
import type { SkillRun } from '../../harness/results/records/skill-run.ts';
import { isCharged, type Status } from '../../harness/results/records/statuses.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

type Row = StandingGroup['rows'][number];
type Price = NonNullable<Row['price']>;

const perMillion = (usd: number) => `$${fixed(usd, 2)}`;

/** The price of a million tokens, with its date and source; null if no price is known. */
export function priceWords(price: Price | null): string | null {
  if (price === null) return null;
  const { input, output, cacheRead, cacheWrite, date, source } = price;
  if (source === 'local') return 'none, because the harness computed the weights';
  const from = source === 'table' ? 'the table of the harness' : 'flags of the command';
  return (
    `per million tokens: ${perMillion(input)} in, ${perMillion(output)} out, ${perMillion(cacheRead)} read from a cache, ` +
    `${perMillion(cacheWrite)} written to a cache; ${date === null ? 'undated' : `dated ${date}`}, from ${from}`
  );
}

/** What answered for a model, its API and its reasoning effort. */
export function answeredByWords({ endpoint, host, api, effort }: ModelRecord): string {
  if (endpoint === 'local') return 'weights that the harness computed';
  const by =
    endpoint === 'vendor'
      ? 'its vendor'
      : endpoint === 'host'
        ? (host ?? 'a listed host')
        : `a ${endpoint} endpoint`;
  return `${by}, ${api}${effort === null ? '' : `, effort ${effort}`}`;
}

/** Such as `over 29 of 30 episodes`, if some costs are unknown or are only lower bounds. */
export function usdPerTaskWords({ usdPerTask, usdKnown, usdLowerBounds, counts }: Row): string | null {
  if (usdPerTask === null) return null;
  const over = usdKnown === counts.episodes ? '' : `, over ${usdKnown} of ${counts.episodes} episodes`;
  const least =
    usdLowerBounds === 0
      ? ''
      : `; a lower bound, because ${plural(usdLowerBounds, 'episode')} may have cost more`;
  return `${formatUsd(usdPerTask)}${over}${least}`;
}

/** Tokens that an agent reports, next to those counted on the wire; null if it reports none. */
export function tokensClaimedWords({ tokensClaimed, counts }: Row): string | null {
  if (tokensClaimed === null) return null;
  const { claimed, counted, episodes } = tokensClaimed;
  const over = episodes === counts.episodes ? '' : `, in ${episodes} of ${counts.episodes} episodes`;
  const share = counted === 0 ? '' : ` (${formatPercent(claimed / counted)})`;
  return `${formatTokens(claimed)} reported, ${formatTokens(counted)} counted from the requests${share}${over}`;
}

/** The agent's own reports of success, next to the verdicts; null if it was never asked or never reported. */
export function selfReportWords({ selfReport, counts }: Row): { said: string; false: string } | null {
  if (selfReport === null) return null;
  const { reported, claimed, passed, falseSuccesses, falseSuccessRate } = selfReport;
  const over = reported === counts.episodes ? '' : ` of ${counts.episodes}`;
  return {
    said: `in ${claimed} of ${plural(reported, 'episode')} with a report${over}; the contract held in ${passed} of the reported episodes`,
    false: `${formatPercent(falseSuccessRate ?? 0)}, ${falseSuccesses} of ${reported}`,
  };
}

const words: Record<RunKind, string> = {
  replay: 'replay of recorded calls (a gate, not a measure of an agent)',
  control: 'negative control (must not pass)',
  baseline: 'baseline (simple rules without a model)',
  oracle: 'reference solution (a ceiling, not an agent)',
  model: 'model in the built-in agent loop',
  agent: 'third-party agent',
};

/**
 * The tone of an ending for a row of this kind; null for the tone of its status. A control has to fail and simple rules may, and
 * a failed agent is not a fault of the harness. Tampering is a fault of the agent, and a reference solution must pass.
 */
export function toneOf(kind: RunKind, status: Status): Tone | null {
  if (!isCharged(status) || status === 'passed' || status === 'tampered') return null;
  if (kind === 'control') return 'expected';
  return kind === 'baseline' || isOfAgent(kind) ? 'plain' : null;
}

/** A kind of row in words, to follow its name. */
export function kindWords(kind: RunKind): string {
  return words[kind];
}

/** The name of a row or of an episode's agent as a title: the names of simple rules are common words, so they are quoted. */
export function titleOf(name: string, kind: RunKind): string {
  return kind === 'baseline' ? name.replace(/^(.+?) on /, 'Baseline “$1” on ') : name;
}

/** The web of a row: pages that its own machine serves, or real sites. */
export function webWords(web: RunConfig['web']): string {
  return web === 'hermetic' ? 'hermetic web' : 'live web';
}

/** `2–5`, or `2` if chance leaves only one place; empty without a rank. */
export function rankWords({ rank, rankTo }: { rank: number | null; rankTo: number | null }): string {
  if (rank === null) return '';
  return rank === rankTo ? String(rank) : `${rank}–${rankTo}`;
}

/** `, may be 1st to 7th`, or `, 1st`, to follow a score; empty without a rank. */
export function placeWords({ rank, rankTo }: { rank: number | null; rankTo: number | null }): string {
  if (rank === null || rankTo === null) return '';
  return rank === rankTo ? `, ${ordinal(rank)}` : `, may be ${ordinal(rank)} to ${ordinal(rankTo)}`;
}

function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`;
}

/** The smallest significant difference in whole points, rounded down; below one point with a decimal. */
export function resolutionPoints(resolution: number): number {
  const points = resolution * 100 + 1e-9;
  return points < 1 ? Math.floor(points * 10) / 10 : Math.floor(points);
}

/** Such as `, seeds 1 to 5`, to follow other words; empty for a suite without seeds. */
export function seedsWords(seeds: readonly number[] | null): string {
  const [first, ...others] = (seeds ?? []).toSorted((one, other) => one - other);
  if (first === undefined) return '';
  const last = others.at(-1);
  if (last === undefined) return `, seed ${first}`;
  return last - first === others.length
    ? `, seeds ${first} to ${last}`
    : `, seeds ${[first, ...others].join(', ')}`;
}

/** The origin of a run's recordings, from git or else from the run itself, and their digest. */
export function recordingsWords(
  { transcriptsSha256, recordings }: Pick<RunConfig, 'transcriptsSha256' | 'recordings'>,
  areOthers: boolean | null,
): string {
  if (transcriptsSha256 === null)
    return 'no recordings were replayed, or the run did not store the digest of its recordings';
  return `${originWords(recordings, areOthers)}, ${transcriptsSha256}`;
}

function originWords(told: RunConfig['recordings'], areOthers: boolean | null): string {
  if (areOthers === null)
    return told === 'project' ? 'the recordings of this project, according to the run' : 'origin unknown';
  return areOthers
    ? 'not the recordings of this project at the commit'
    : 'the recordings of this project at the commit';
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
  curated_vs_no_skill: 'The curated skill vs. no skill',
  self_generated_vs_no_skill: 'The skill that a model wrote vs. no skill',
  curated_vs_self_generated: 'The curated skill vs. the skill that a model wrote',
};

const verdicts = {
  better: 'better by more than chance',
  worse: 'worse by more than chance',
  inconclusive: 'not distinguishable from chance',
} as const;

/** Keys of a run in words; an unknown key keeps its own name. */
export const skillWords = {
  condition: (id: string): string => ownOf(conditions, id) ?? plain(id),
  comparison: (key: string): string => ownOf(comparisons, key) ?? plain(key),
  verdict: (verdict: keyof typeof verdicts): string => verdicts[verdict],
  outcome: plain,
};

/** The model, adapter and verifier of a run: the first facts about it. */
export function playedBy({ run, conditions: all, tasks, model: asked, usage }: SkillRun): string {
  const { model_label: model = 'not stated', environment_label: environment } = run.metadata;
  const named = [...all.map(({ adapter_id }) => adapter_id), asked?.adapter];
  const builtInAgents = [...new Set(named.filter((each) => each !== undefined))];
  const verifiers = [...new Set(tasks.map(({ verifier }) => `${verifier.label} (${verifier.type})`))];
  return [
    `Model: ${model}`,
    `adapter: ${builtInAgents.length === 0 ? 'none, only the verifier runs' : builtInAgents.join(', ')}`,
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
