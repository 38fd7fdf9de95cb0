import { align } from '../../platform/words/columns.ts';
import { count, formatTokens, formatUsd, overheadWords } from '../../platform/words/format.ts';
import type { TerminalColumn } from '../../results/measures/aggregate/aggregate.ts';
import { measures } from '../../results/measures/index.ts';
import { nameAndVersion } from '../../results/records/custom-id.ts';
import type { Result, Run } from '../../results/records/result.ts';
import {
  agentOverheadOf,
  extentOf,
  isDeterministic,
  leastConfined,
  tokensClaimedIn,
  totalsOf,
} from '../../results/records/run-facts.ts';
import { median } from '../../results/statistics/statistics.ts';
import type { Plan } from '../plan.ts';
import { scoreLine } from '../reports/score-line.ts';
import { rehearsalLines, trialLines } from '../reports/trial-lines.ts';

const looksColumn: TerminalColumn<Result> = {
  name: 'looks',
  of: (episodes) => String(median(episodes.flatMap(({ looks }) => looks ?? [])) ?? '-'),
};

/** The closing table of a run, for a terminal: one row a suite. */
export function closingTable({ runs: planned, suites }: Pick<Plan, 'runs' | 'suites'>): string[] {
  const runs = planned.map(({ run }) => run);
  const [score = [], ...others] = measures
    .filter(({ expectedOf }) => expectedOf === null || runs.some(({ config }) => expectedOf(config)))
    .map(({ terminal }): TerminalColumn<Result>[] => terminal);
  const [passed, ...ofScore] = score;
  const columns: TerminalColumn<Result>[] = [
    ...(passed ? [passed] : []),
    // What was lost to us and what was not played are in the denominator, and never silently so.
    { name: 'errored', of: (episodes) => String(totalsOf(episodes).errored) },
    { name: 'not run', of: (_, { leftOut }) => String(leftOut) },
    ...ofScore,
    ...others.flat(),
    ...(runs.some(({ episodes }) => episodes.some(({ looks }) => looks !== undefined)) ? [looksColumn] : []),
  ];
  const servers = new Set(runs.map(({ config: { server } }) => nameAndVersion(server.id, server.version)));
  const rows = planned.map(({ run, order }) => {
    const extent = extentOf(run);
    const deterministic = isDeterministic(run);
    // What was to be played and was not, where a run ended early.
    const leftOut = extent.leftOut + order.length - run.episodes.length;
    return [
      run.suite,
      ...columns.map((column) => column.of(run.episodes, { ...extent, leftOut, deterministic })),
    ];
  });
  return [
    `on ${[...servers].join(', ')}; time, calls and bytes are medians`,
    '',
    ...align([['suite', ...columns.map(({ name }) => name)], ...rows]),
    '',
    ...runs.flatMap((run) => [
      scoreLine(run, suites),
      ...rehearsalLines(run.config),
      ...trialLines(run),
      ...agentLines(run),
      `run      ${run.runId}`,
    ]),
  ];
}

/** Of a run of somebody's agent: how it was let in, what it says of itself and what was measured. None of any other run. */
function agentLines({ config: { kind, agent, model, limits }, episodes }: Run): string[] {
  if (kind !== 'agent') return [];
  const confined = leastConfined([agent]);
  const reported = episodes.filter(({ selfReport }) => selfReport !== null);
  const said = reported.filter(({ selfReport }) => selfReport).length;
  const held = reported.filter(({ selfReport, success }) => selfReport && success).length;
  const requests = episodes.reduce((sum, each) => sum + (each.requests ?? 0), 0);
  const paid = episodes.flatMap(({ usd }) => usd ?? []);
  const tokens = tokensClaimedIn(episodes);
  const overhead = agentOverheadOf(episodes);
  const looks = episodes.flatMap(({ looks }) => looks ?? []);
  return [
    `agent    ${nameAndVersion(agent.id, agent.version)}, door ${agent.door}, ${confined === null ? 'nobody looked whether confined' : confined ? 'confined' : 'NOT confined'}`,
    reported.length === 0
      ? 'report   none: it never said whether it succeeded'
      : `report   said that it succeeded in ${said} of ${count(reported.length, 'episode')} in which it reported; the contract held in ${held} of these ${said}`,
    ...(looks.length === 0
      ? []
      : [
          `counted  ${median(episodes.map(({ steps }) => steps))} acts and ${median(looks)} looks an episode (medians); at most ${limits.maxSteps} and ${limits.maxLooks}`,
        ]),
    ...(model === null
      ? []
      : [
          `wire     ${requests} model requests, ${paid.length === 0 ? 'USD not known' : formatUsd(paid.reduce((sum, usd) => sum + usd, 0))}${tokens ? `; ${formatTokens(tokens.counted)} tokens counted, ${formatTokens(tokens.claimed)} by its own word` : ''}`,
        ]),
    ...(overhead ? [`overhead ${overheadWords(overhead)}`] : []),
  ];
}
