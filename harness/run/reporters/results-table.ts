import { align } from '../../platform/words/columns.ts';
import { count, formatTokens, formatUsd, overheadWords } from '../../platform/words/format.ts';
import type { TerminalColumn } from '../../results/measures/aggregate/aggregate.ts';
import { measures } from '../../results/measures/index.ts';
import { agentEnds } from '../../results/records/agent-ends.ts';
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

const ownStepsColumn: TerminalColumn<Result> = {
  name: 'own steps',
  of: (episodes) => String(median(episodes.flatMap(({ ownSteps }) => ownSteps ?? [])) ?? '-'),
};

/** The closing table of a run for a terminal, with one row per suite. */
export function closingTable({ runs: planned, suites }: Pick<Plan, 'runs' | 'suites'>): string[] {
  const runs = planned.map(({ run }) => run);
  const [score = [], ...others] = measures
    .filter(({ expectedOf }) => expectedOf === null || runs.some(({ config }) => expectedOf(config)))
    .map(({ terminal }): TerminalColumn<Result>[] => terminal);
  const [passed, ...ofScore] = score;
  const columns: TerminalColumn<Result>[] = [
    ...(passed ? [passed] : []),
    // Errored and unplayed episodes are in the denominator, so they are shown.
    { name: 'errored', of: (episodes) => String(totalsOf(episodes).errored) },
    { name: 'not run', of: (_, { leftOut }) => String(leftOut) },
    ...ofScore,
    ...others.flat(),
    ...(runs.some(({ episodes }) => episodes.some(({ looks }) => looks !== undefined)) ? [looksColumn] : []),
    ...(runs.some(({ episodes }) => episodes.some(({ ownSteps }) => ownSteps !== undefined))
      ? [ownStepsColumn]
      : []),
  ];
  const servers = new Set(runs.map(({ config: { server } }) => nameAndVersion(server.id, server.version)));
  const rows = planned.map(({ run, order }) => {
    const extent = extentOf(run);
    const deterministic = isDeterministic(run);
    // Includes scheduled episodes that were not played because the run ended early.
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

/**
 * Lines for a run of a third-party agent: its interface, its self-report and the measured usage. Empty for other runs.
 */
function agentLines({ config: { kind, agent, model, limits }, episodes }: Run): string[] {
  if (kind !== 'agent') return [];
  const confined = leastConfined([agent]);
  const reported = episodes.filter(({ selfReport }) => selfReport !== null);
  const claimed = reported.filter(({ selfReport }) => selfReport).length;
  const held = reported.filter(({ selfReport, success }) => selfReport && success).length;
  const requests = episodes.reduce((sum, each) => sum + (each.requests ?? 0), 0);
  const paid = episodes.flatMap(({ usd }) => usd ?? []);
  const tokens = tokensClaimedIn(episodes);
  const overhead = agentOverheadOf(episodes);
  const looks = episodes.flatMap(({ looks }) => looks ?? []);
  return [
    `agent    ${nameAndVersion(agent.id, agent.version)}${agent.runtime === undefined ? '' : ` on ${agent.runtime}`}${agent.vision === undefined ? '' : `, ${agent.vision ? 'with' : 'without'} screenshots`}, interface ${agent.door}, ${confined === null ? 'sandboxing not recorded' : confined ? 'sandboxed' : 'NOT sandboxed'}`,
    reported.length === 0
      ? 'report   self-report: none'
      : `report   self-report: success in ${claimed} of ${count(reported.length, 'reported episode')}; ${held} of these ${claimed} passed`,
    ...(looks.length === 0
      ? []
      : [
          `counted  ${median(episodes.map(({ steps }) => steps))} steps and ${median(looks)} looks per episode (medians); limits ${limits.maxSteps} and ${limits.maxLooks}`,
        ]),
    ...ownStepsLine(episodes),
    ...(model === null
      ? []
      : [
          `wire     ${requests} model requests, ${paid.length === 0 ? 'cost unknown' : formatUsd(paid.reduce((sum, usd) => sum + usd, 0))}${tokens ? `; ${formatTokens(tokens.counted)} tokens counted, ${formatTokens(tokens.claimed)} claimed by the agent` : ''}`,
        ]),
    ...endsLine(episodes),
    ...(overhead ? [`overhead ${overheadWords(overhead)}`] : []),
  ];
}

/** How the agent ended abnormally, and how often. Empty if it never did. */
function endsLine(episodes: readonly Result[]): string[] {
  const ends = episodes.flatMap(({ status, agentEndKind }) => {
    if (status === 'budget_exceeded') return ['over the budget'];
    return agentEndKind === undefined ? [] : [agentEnds[agentEndKind]];
  });
  const counts = [...Map.groupBy(ends, (end) => end)].map(([end, { length }]) => `${length} ${end}`);
  return counts.length === 0 ? [] : [`ends     ${counts.join(', ')}`];
}

/** The agent's own count of its steps beside the counted steps of the same episodes. Empty without such a count. */
function ownStepsLine(episodes: readonly Result[]): string[] {
  const counted = episodes.flatMap(({ steps, ownSteps }) =>
    ownSteps === undefined ? [] : [{ steps, ownSteps }],
  );
  const [own, ours] = [
    sumOf(counted.map(({ ownSteps }) => ownSteps)),
    sumOf(counted.map(({ steps }) => steps)),
  ];
  if (counted.length === 0) return [];
  const each = own === 0 ? '' : `, ${(ours / own).toFixed(1)} counted steps in each`;
  return [
    `own      ${own} steps in ${count(counted.length, 'episode')} by the agent's own count, ${ours} counted${each}`,
  ];
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
