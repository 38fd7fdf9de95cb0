import { type Reach, type ReachCell, reachCellId } from '../parts/reach.ts';
import { listLine } from './change-words.ts';
import { type Pair, type PartChange, pairOf, without } from './part-change.ts';

export type ReachChange = {
  /** Roads that only one of both has. */
  gone: string[];
  new: string[];
  /** Verdicts with who reached or stopped it. */
  turned: ({ road: string; target: string } & Pair<string>)[];
};

export const reachChange: PartChange<Reach, ReachChange> = {
  compare(before, after) {
    const roads = pairOf(before, after, ({ roads: all }) => new Set(all.map(({ id }) => id)));
    const cells = new Map(after.cells.map((cell) => [reachCellId(cell), cell]));
    return {
      gone: without(roads.from, roads.to),
      new: without(roads.to, roads.from),
      turned: before.cells.flatMap((cell) => {
        const other = cells.get(reachCellId(cell));
        if (!other || wordsOf(cell) === wordsOf(other)) return [];
        return [{ road: cell.road, target: cell.target, from: wordsOf(cell), to: wordsOf(other) }];
      }),
    };
  },
  lines: ({ gone, new: fresh, turned }) => [
    ...[...Map.groupBy(turned, ({ road, from, to }) => `${road} (${from} -> ${to})`)].flatMap(([name, of]) =>
      listLine(
        name,
        of.map(({ target }) => target),
      ),
    ),
    ...listLine('roads gone', gone),
    ...listLine('roads new', fresh),
  ],
};

function wordsOf({ verdict, by }: ReachCell): string {
  return by === null ? verdict : `${verdict} by the ${by}`;
}
