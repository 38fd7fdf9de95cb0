import type { Core } from '../measure.ts';
import type { Aggregate } from './aggregate.ts';
import { type Over, overOf, overWords } from './over.ts';
import { record } from './record.ts';

/** A number, and of how many of the episodes it is known. */
export type Known = Over & { value: number | null };

/**
 * One number over the episodes of which the value is known; `sumUp` is given these alone. Nothing is stored, for it
 * follows from the episodes.
 */
export function ofKnown<Id extends string, Episode>(
  { id, title, unit, of, names }: Core<Id, Episode>,
  sumUp: (known: readonly (readonly [episode: Episode, value: number])[]) => number | null,
): Aggregate<Episode, Record<never, never>, Record<Id, Known>, Record<Id, number | null>> {
  const found = (episodes: readonly Episode[]) =>
    sumUp(
      episodes.flatMap((episode) => {
        const value = of(episode);
        return value === null ? [] : [[episode, value] as const];
      }),
    );
  const text = (value: number | null) => (value === null ? null : unit.format(value));
  const exact = (value: number | null) => (value === null ? '-' : unit.exact(value));
  const wholeText = (episodes: readonly Episode[]) => {
    const words = overWords(overOf(episodes, of));
    return [text(found(episodes)), words].filter((part) => part !== null).join(', ') || null;
  };
  return {
    name: names?.chart ?? title,
    stored: {},
    totals: () => ({}),
    lines: (episodes) => [{ name: names?.chart ?? title, text: wholeText(episodes) }],
    terminal: [{ name: names?.terminal ?? names?.text ?? title, of: (episodes) => exact(found(episodes)) }],
    row: (episodes) => record([[id, { value: found(episodes), ...overOf(episodes, of) }]]),
    reading: ({ [id]: { value, ...over } }) => ({
      value,
      text: text(value),
      interval: null,
      exact: exact(value),
      score: null,
      over: overWords(over),
    }),
    columns: [
      { name: id, of: (row) => row[id].value },
      { name: `${id}Known`, of: (row) => row[id].known },
    ],
    point: (episodes) => record([[id, found(episodes)]]),
    pointColumns: [{ name: id, of: (point) => point[id] }],
    at: (point) => point[id],
    formatAt: unit.format,
    isDrawn: false,
    isRelative: true,
  };
}
