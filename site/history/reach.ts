/** Which addresses servers open, and on which roads: the board of targets by servers, and its words. */
import type { Dispute } from '../../harness/results/records/disputes.ts';
import { type Reach, type ReachCell, reachCellId } from '../../harness/results/records/parts/reach.ts';
import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { type Column, type PartBoard, partBoard } from './releases.ts';

type Verdict = ReachCell['verdict'];

export const reachVerdictWords: Readonly<Record<Verdict, { glyph: string; word: string; means: string }>> = {
  answered: {
    glyph: '●',
    word: 'answered',
    means: 'the content of the target came, or a request reached it',
  },
  blocked: {
    glyph: '◐',
    word: 'blocked',
    means: 'the browser was asked, and it refused or could not connect',
  },
  refused: {
    glyph: '○',
    word: 'refused',
    means: 'the server did not ask the browser, or it stopped the request there',
  },
  'not-asked': {
    glyph: '–',
    word: 'not asked',
    means: 'the target was not tried on this road; the page of the release has the reason',
  },
};

export const reachHeights: Readonly<Record<Verdict, number>> = {
  ...{ answered: 12, blocked: 6, refused: 2, 'not-asked': 0 },
};

/** The cells of one target of a server, in the order of its roads. */
export type TargetSummary = {
  verdicts: Verdict[];
  answered: number;
  /** Roads on which it was asked. */
  asked: number;
  /** Roads on which the server itself made the request. */
  byServer: number;
};

export function summaryOf({ roads, cells }: Pick<Reach, 'roads' | 'cells'>, target: string): TargetSummary {
  const found = roads.flatMap(
    ({ id }) => cells.find((cell) => cell.road === id && cell.target === target) ?? [],
  );
  const answered = found.filter(({ verdict }) => verdict === 'answered');
  return {
    verdicts: found.map(({ verdict }) => verdict),
    answered: answered.length,
    asked: found.filter(({ verdict }) => verdict !== 'not-asked').length,
    byServer: answered.filter(({ by }) => by === 'server').length,
  };
}

/** `answered on 4 of 6 roads, blocked on 2`. */
export function summaryWords({ verdicts, answered, asked, byServer }: TargetSummary): string {
  const rest = (['blocked', 'refused', 'not-asked'] as const).flatMap((verdict) => {
    const found = verdicts.filter((each) => each === verdict).length;
    return found === 0 ? [] : [`${reachVerdictWords[verdict].word} on ${found}`];
  });
  const itself = byServer === 0 ? '' : ` (on ${byServer} by the server itself)`;
  return [`answered on ${answered} of ${asked} roads${itself}`, ...rest].join(', ');
}

type Target = Reach['targets'][number];
type ReachRow = { target: Target; cells: (TargetSummary | null)[] };
export type ReachBoard = PartBoard<'reach'> & { rows: ReachRow[] };

/** One row per target; a cell sums up the roads of one server. The servers of `order` come first. */
export function reachBoard(
  releases: readonly ReleaseRecord[],
  order: readonly string[] = [],
  disputes: readonly Dispute[] = [],
): ReachBoard {
  const board = partBoard(releases, 'reach', order, disputes);
  const targets = new Map(
    board.columns.flatMap(({ part }) => part?.targets ?? []).map((target) => [target.id, target] as const),
  );
  const rows = [...targets.values()].map((target) => ({
    target,
    cells: board.columns.map(({ part }) => part && summaryOf(part, target.id)),
  }));
  return { ...board, rows };
}

/** The first dispute about a target on any road. */
export function disputeOf(
  { part, disputed }: Pick<Column<'reach'>, 'part' | 'disputed'>,
  target: string,
): Dispute | undefined {
  return part?.cells
    .filter((cell) => cell.target === target)
    .flatMap((cell) => disputed.get(reachCellId(cell)) ?? [])[0];
}
