import type { ChartTable, Point } from './chart-table.ts';

/**
 * The numbers of one column of the table that `ChartFigure.astro` writes. Each line is a body whose first row names it;
 * the other rows have the exact number in `data-value`, or no attribute if it was not measured.
 */
export function readTable({ tHead, tBodies }: HTMLTableElement, measure: string): ChartTable {
  const headers = [...(tHead?.rows[0]?.cells ?? [])];
  const column = headers.findIndex(({ dataset }) => dataset.measure === measure);
  const lines = [...tBodies].map(({ rows: [heading, ...rows] }) => ({
    label: textOf(heading),
    points: rows.map((row) => {
      const [run, cell] = [row.cells[0], row.cells[column]];
      const { value, low, high, step } = cell?.dataset ?? {};
      const interval: Point['interval'] =
        low === undefined || high === undefined ? null : [Number(low), Number(high)];
      return {
        atMs: Number(row.dataset.at),
        value: value === undefined ? null : Number(value),
        interval,
        text: textOf(cell),
        step: step !== undefined,
        run: { name: textOf(run), href: run?.querySelector('a')?.href ?? '' },
      };
    }),
  }));
  return { lines };
}

export function textOf(element: Element | undefined): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
