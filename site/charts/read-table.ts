import type { ChartTable } from './chart-table.ts';

/**
 * The numbers of one column of the table that `ChartFigure.astro` writes: a body for each line, whose first row names
 * it, and in the others the exact number in `data-value`, which is left out where it was not measured.
 */
export function readTable({ tHead, tBodies }: HTMLTableElement, measure: string): ChartTable {
  const headers = [...(tHead?.rows[0]?.cells ?? [])];
  const column = headers.findIndex(({ dataset }) => dataset.measure === measure);
  const places: string[] = [];
  const lines = [...tBodies].map(({ rows: [heading, ...rows] }) => ({
    label: textOf(heading),
    points: rows.map((row) => {
      const place = Number(row.dataset.place);
      places[place] ??= textOf(row.cells[0]);
      const cell = row.cells[column];
      const { value, step } = cell?.dataset ?? {};
      return {
        place,
        value: value === undefined ? null : Number(value),
        text: textOf(cell),
        step: step !== undefined,
      };
    }),
  }));
  return { places, lines };
}

function textOf(element: HTMLElement | undefined): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
