import { align } from '../../platform/words/columns.ts';
import type { TerminalColumn } from '../../results/measures/aggregate/aggregate.ts';
import { measures } from '../../results/measures/index.ts';
import type { Result } from '../../results/records/result.ts';
import { extentOf, totalsOf } from '../../results/records/run-facts.ts';
import type { Plan } from '../plan.ts';
import { agentLines } from '../reports/agent-lines.ts';
import { scoreLine } from '../reports/score-line.ts';
import { trialLines } from '../reports/trial-lines.ts';

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
  ];
  const servers = new Set(runs.map(({ config: { server } }) => `${server.id} ${server.version}`));
  const rows = planned.map(({ run, order }) => {
    const extent = extentOf(run);
    // What was to be played and was not, where a run ended early.
    const leftOut = extent.leftOut + order.length - run.episodes.length;
    return [run.suite, ...columns.map((column) => column.of(run.episodes, { ...extent, leftOut }))];
  });
  return [
    `on ${[...servers].join(', ')}; time, calls and bytes are medians`,
    '',
    ...align([['suite', ...columns.map(({ name }) => name)], ...rows]),
    '',
    ...runs.flatMap((run) => [scoreLine(run, suites), ...trialLines(run), ...agentLines(run)]),
  ];
}
