import type { TerminalColumn } from '../../measures/aggregate/aggregate.ts';
import { measures } from '../../measures/index.ts';
import { agentLines } from '../../reporting/agent-lines.ts';
import { type SuiteTitles, scoreLine } from '../../reporting/score-line.ts';
import { trialLines } from '../../reporting/trial-lines.ts';
import { extentOf } from '../../result/extent-of.ts';
import type { Result, Run } from '../../result/result.ts';
import { align } from '../../words/columns.ts';

/** The closing table of a run, for a terminal: one row a suite. */
export function closingTable(runs: readonly Run[], titles: SuiteTitles): string[] {
  const columns = measures
    .filter(({ expectedOf }) => expectedOf === null || runs.some(({ config }) => expectedOf(config)))
    .flatMap(({ terminal }): TerminalColumn<Result>[] => terminal);
  const rows = runs.map((run) => [
    run.suite,
    `${run.config.server.id} ${run.config.server.version}`,
    ...columns.map((column) => column.of(run.episodes, extentOf(run))),
  ]);
  return [
    ...align([['suite', 'server', ...columns.map(({ name }) => name)], ...rows]),
    '',
    ...runs.flatMap((run) => [scoreLine(run, titles), ...trialLines(run), ...agentLines(run)]),
  ];
}
