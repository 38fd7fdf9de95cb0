import {
  type MedianInterval,
  medianWithInterval,
  median as middleOf,
  percentile,
} from '../../statistics/statistics.ts';
import type { Core } from '../measure.ts';
import { type Aggregate, asNumber, type Reading, record, writingOf } from './aggregate.ts';

type MedianField<Id extends string> = `median${Capitalize<Id>}`;
type PercentileField<Id extends string, P extends number> = `p${P}${Capitalize<Id>}`;

/**
 * The median over the episodes whose value is known. With one trial per task it has a 95 % order-statistic interval;
 * several trials of one task are not independent values. Stored as `median<Id>`, each percentile as `p<n><Id>`.
 */
export function median<const P extends number = never>(...percentiles: P[]) {
  return <Id extends string, Episode>(
    core: Core<Id, Episode>,
  ): Aggregate<
    Episode,
    Record<MedianField<Id> | PercentileField<Id, P>, number | null>,
    Record<Id, MedianInterval | null>,
    Record<MedianField<Id>, number | null>
  > => {
    const { id, title, unit, of } = core;
    const field = `median${capital(id)}` as const;
    const fieldOf = (p: P) => `p${p}${capital(id)}` as const;
    const name = `Median ${title.toLowerCase()}`;
    const known = (episodes: readonly Episode[]) =>
      episodes.map(of).filter((value): value is number => value !== null);
    const medianOf = (episodes: readonly Episode[]) => middleOf(known(episodes));
    const percentileOf = (episodes: readonly Episode[], p: P) => percentile(known(episodes), p);
    const { text, exact, reading } = writingOf(unit);
    const fields = <Value>(ofMedian: Value, ofPercentile: (p: P) => Value) =>
      record([[field, ofMedian], ...percentiles.map((p) => [fieldOf(p), ofPercentile(p)] as const)]);
    return {
      name,
      stored: fields('number' as const, () => 'number' as const),
      totals: (episodes) => fields(medianOf(episodes), (p) => percentileOf(episodes, p)),
      lines: (episodes) => [
        { name, text: text(medianOf(episodes)) },
        ...percentiles.map((p) => ({
          name: percentileName(p, known(episodes).length),
          text: text(percentileOf(episodes, p)),
        })),
      ],
      terminal: [
        {
          name: core.names?.terminal ?? name.toLowerCase(),
          of: (episodes) => exact(medianOf(episodes)),
        },
      ],
      row: (episodes, trials) => {
        const found = medianWithInterval(known(episodes));
        return record([[id, found && trials > 1 ? { ...found, interval95: null } : found]]);
      },
      reading: ({ [id]: found }) => {
        const [low, high] = found?.interval95 ?? [null, null];
        const [from, to] = [low, high].map((end) => (end === null ? null : unit.format(end)));
        // An interval such as "11 s to 11 s" carries no information.
        const interval: Reading['interval'] = from && to && from !== to ? [from, to] : null;
        return reading(found?.median ?? null, { interval });
      },
      columns: [
        { name: field, of: (row) => row[id]?.median ?? null },
        { name: `${field}Low95`, of: (row) => row[id]?.interval95?.[0] ?? null },
        { name: `${field}High95`, of: (row) => row[id]?.interval95?.[1] ?? null },
      ],
      point: (episodes) => record([[field, medianOf(episodes)]]),
      pointColumns: [{ name: field, of: (point) => point[field] }],
      at: (point) => point[field],
      formatAt: unit.format,
      ...asNumber,
    };
  };
}

/** With so few values that the percentile is the largest value, it is named Maximum. */
function percentileName(p: number, count: number): string {
  return count < 100 / (100 - p) ? 'Maximum' : `${p}th percentile`;
}

/** The id with a capital letter, for use inside a longer name. */
function capital<Text extends string>(text: Text): Capitalize<Text> {
  // The type describes this operation exactly.
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` as Capitalize<Text>;
}
