import type { Run } from '../../result/result.ts';
import { scoreLine } from '../markdown-report.ts';

/** The closing table of a run, for a terminal: one row a suite. */
export function closingTable(runs: readonly Run[]): string[] {
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
    ...runs.map(scoreLine),
  ];
}

/** Columns padded to their widest cell. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

export function seconds(ms: number | null): string {
  return ms === null ? '-' : `${(ms / 1000).toFixed(2)} s`;
}

/** Every digit and no exponent: 0.0000425, not 4.25e-5. */
export function decimal(value: number): string {
  return value.toFixed(12).replace(/\.?0+$/, '');
}

function number(value: number | null): string {
  return value === null ? '-' : String(value);
}
