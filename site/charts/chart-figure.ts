import { lineStyles } from './line-styles.ts';

/** `value` is null where it was not measured. */
type FigureCell = { value: number | null; text: string; step: 'rose' | 'fell' | null };

/** One run; a cell for each chart of the figure, and what began with it. */
type FigurePoint = { sha: string; date: string | null; cells: FigureCell[]; mark?: string };

export type FigureLine<P = FigurePoint> = { label: string; points: P[] };

/** Lines over places that they share, and the labels of those for which there was no room. */
export type Figure = {
  places: number;
  lines: FigureLine<FigurePoint & { place: number }>[];
  leftOut: string[];
};

/** What one page shows of a history; all of it is in series.csv. */
export const placesShown = 200;

/**
 * Gives each commit, or each of several runs of it, a place: the last 200 in the order of the commits. Of more lines
 * than a chart can show those that were played last stay. `commitOrder` gives a later commit a greater number.
 */
export function figureOf(lines: readonly FigureLine[], commitOrder: ReadonlyMap<string, number>): Figure {
  const runs = lines.map(({ label, points }) => ({ label, points: points.map(nthOfItsCommit()) }));
  const slots = new Map(runs.flatMap(({ points }) => points).map((point) => [slotOf(point), point]));
  const order = ({ sha }: FigurePoint) => commitOrder.get(sha) ?? 0;
  const sorted = [...slots.values()].sort((a, b) => order(a) - order(b) || a.nth - b.nth).slice(-placesShown);
  const places = new Map(sorted.map((point, place) => [slotOf(point), place]));

  const placed = runs.map(({ label, points }) => ({
    label,
    points: points.flatMap(({ nth, ...point }) => {
      const place = places.get(slotOf({ ...point, nth }));
      return place === undefined ? [] : [{ ...point, place }];
    }),
  }));
  const lastPlace = ({ points }: (typeof placed)[number]) => points.at(-1)?.place ?? -1;
  const shown = new Set(
    placed
      .filter(({ points }) => points.length > 0)
      .sort((a, b) => lastPlace(b) - lastPlace(a))
      .slice(0, lineStyles.length),
  );
  return {
    places: sorted.length,
    lines: placed.filter((line) => shown.has(line)),
    leftOut: placed.filter((line) => !shown.has(line)).map(({ label }) => label),
  };
}

/** Whether there is something to draw, in one column or in any: two measured points of one row. */
export function hasLine({ lines }: Figure, column?: number): boolean {
  return lines.some(({ points }) => {
    const columns = column === undefined ? (points[0]?.cells.keys() ?? []) : [column];
    return [...columns].some((each) => points.filter(({ cells }) => cells[each]?.value != null).length > 1);
  });
}

/** What a chart of the figure shows, for who does not see it. */
export function describeChart(title: string, column: number, { places, lines }: Figure): string {
  const said = lines.map(({ label, points }) => {
    const cells = points.map(({ cells }) => cells[column]).filter((cell) => cell !== undefined);
    const measured = cells.filter(({ value }) => value !== null);
    const byValue = measured.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
    const [first, last] = [measured[0], measured.at(-1)];
    if (first === undefined || last === undefined) return `${label}: not measured.`;
    if (measured.length === 1) return `${label}: one run, ${first.text}.`;
    return `${label}: from ${first.text} to ${last.text}, lowest ${byValue[0]?.text}, highest ${byValue.at(-1)?.text}.`;
  });
  return `${title}, ${places === 1 ? 'one point' : `${places} points`}, oldest first. ${said.join(' ')}`;
}

type Nth = FigurePoint & { nth: number };

function nthOfItsCommit(): (point: FigurePoint) => Nth {
  const seen = new Map<string, number>();
  return (point) => {
    const nth = seen.get(point.sha) ?? 0;
    seen.set(point.sha, nth + 1);
    return { ...point, nth };
  };
}

function slotOf({ sha, nth }: Nth): string {
  return `${sha} ${nth}`;
}
