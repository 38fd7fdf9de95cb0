import type { Core } from '../measure.ts';
import type { Aggregate } from './aggregate.ts';
import { overOf } from './over.ts';
import { record } from './record.ts';
import { rounded } from './rounded.ts';

/**
 * The sum over the episodes; null unless it is known of every one: part of a bill is not the bill, and is said as what
 * it came to at least. Stored by the id.
 */
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
  const told = (episodes: readonly Episode[]) => {
    const whole = sum(episodes);
    const { known } = overOf(episodes, of);
    if (whole !== null || known === 0) return text(whole);
    const part = sumOf(episodes.map(of).filter((value) => value !== null));
    return `at least ${text(part)}, known of ${known} of ${episodes.length} episodes`;
  };
  const exact = (value: number | null) => (value === null ? '-' : unit.exact(value));
  const column = { name: id, of: (source: Record<Id, number | null>) => source[id] };
  return {
    name: title,
    stored: record([[id, 'number']]),
    totals: fieldOf,
    lines: (episodes) => [{ name: title, text: told(episodes) }],
    terminal: [{ name: names?.terminal ?? title.toLowerCase(), of: (episodes) => exact(sum(episodes)) }],
    row: fieldOf,
    reading: ({ [id]: value }) => ({
      value,
      text: text(value),
      interval: null,
      exact: exact(value),
      score: null,
      over: null,
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
  return values.length === 0 ? null : rounded(sum);
}
