import type { Core } from '../measure.ts';
import type { Aggregate } from './aggregate.ts';
import { record } from './record.ts';

/** The sum over the episodes; null unless it is known of every one: part of a bill is not the bill. Stored by the id. */
export function total<Id extends string, Episode>({
  id,
  title,
  unit,
  of,
  names,
}: Core<Id, Episode>): Aggregate<
  Episode,
  Record<Id, number | null>,
  Record<Id, number | null>,
  Record<Id, number | null>
> {
  const sum = (episodes: readonly Episode[]) => sumOf(episodes.map(of));
  const fieldOf = (episodes: readonly Episode[]) => record([[id, sum(episodes)]]);
  const text = (value: number | null) => (value === null ? null : unit.format(value));
  const exact = (value: number | null) => (value === null ? '-' : unit.exact(value));
  const column = { name: id, of: (source: Record<Id, number | null>) => source[id] };
  return {
    name: title,
    stored: record([[id, 'number']]),
    totals: fieldOf,
    lines: (episodes) => [{ name: title, text: text(sum(episodes)) }],
    terminal: [{ name: names?.terminal ?? title.toLowerCase(), of: (episodes) => exact(sum(episodes)) }],
    row: fieldOf,
    reading: ({ [id]: value }) => ({
      value,
      text: text(value),
      interval: null,
      exact: exact(value),
      score: null,
    }),
    columns: [column],
    point: fieldOf,
    pointColumns: [column],
    at: column.of,
    formatAt: unit.format,
    isDrawn: false,
    isRelative: true,
  };
}

function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  // Costs have at most twelve decimals; what is beyond is the noise of binary fractions.
  return values.length === 0 ? null : Math.round(sum * 1e12) / 1e12;
}
