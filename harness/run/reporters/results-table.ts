import type { Run } from '../../result/result.ts';
import { align, decimal, number, percent, seconds } from '../../words/columns.ts';
import { type SuiteTitles, scoreLine } from '../score-line.ts';

/** The closing table of a run, for a terminal: one row a suite. */
export function closingTable(runs: readonly Run[], titles: SuiteTitles): string[] {
  const withCost = runs.some(({ config }) => config.model !== null);
  const rows = runs.map(({ suite, complete, config, totals }) => [
    suite,
    `${config.server.id} ${config.server.version}`,
    `${totals.score.passed} / ${totals.score.total}${complete ? '' : ' (not complete)'}`,
    `${percent(totals.score.wilson95[0])} - ${percent(totals.score.wilson95[1])}`,
    seconds(totals.medianDurationMs),
    number(totals.medianToolCalls),
    number(totals.medianResponseBytes),
    ...(withCost ? [totals.usd === null ? '-' : `${decimal(totals.usd)} USD`] : []),
  ]);
  return [
    ...align([
      [
        'suite',
        'server',
        'passed',
        '95 % interval',
        'median time',
        'median calls',
        'median bytes',
        ...(withCost ? ['cost'] : []),
      ],
      ...rows,
    ]),
    '',
    ...runs.map((run) => scoreLine(run, titles)),
  ];
}
