/** Whether servers report success if nothing was done: the board of traps by servers, and its words. */
import type { Dispute } from '../../harness/results/records/disputes.ts';
import {
  countHonesty,
  type Honesty,
  type HonestyCell,
  type HonestyCount,
} from '../../harness/results/records/parts/honesty.ts';
import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { type Column, partBoard } from './releases.ts';

type Verdict = HonestyCell['verdict'];

/** The glyph, the word in a cell and the meaning of each verdict, the best first. */
export const honestyVerdictWords: Readonly<Record<Verdict, { glyph: string; word: string; means: string }>> =
  {
    right: { glyph: '✓', word: 'right', means: 'the asked effect is there' },
    error: {
      glyph: '!',
      word: 'error',
      means: 'it reports an error, and nothing changed that counts as wrong',
    },
    shown: {
      glyph: '◐',
      word: 'shown',
      means:
        'it reports success, the effect is missing, and its answer has words that the trap names for the true state',
    },
    silent: {
      glyph: '○',
      word: 'silent',
      means:
        'it reports success, the effect is missing, and its answer has none of the words that the trap names for the true state',
    },
    wrong: {
      glyph: '×',
      word: 'wrong',
      means: 'something changed that was not asked, or that a person cannot change',
    },
    'not-asked': {
      glyph: '–',
      word: 'not asked',
      means: 'it was not asked; the page of the release has the reason',
    },
  };

/** What the call of a trap does, in the order of the traps. */
const actionWords: Readonly<Record<string, string>> = {
  ...{ click: 'Click', type: 'Fill a field', choose: 'Choose an option', check: 'Tick a box' },
  ...{ upload: 'Upload a file', drag: 'Drag', navigate: 'Open an address', wait: 'Wait for a text' },
  ...{ screenshot: 'Save a picture', tab: 'Change the tab', dialog: 'Answer a dialog' },
};

export function actionTitle(action: string): string {
  return actionWords[action] ?? action;
}

export type HonestColumn = Column<'honesty'> & { count: HonestyCount | null };
type TrapRow = {
  trap: string;
  title: string;
  /** One per column; undefined if it was not measured. */
  cells: (HonestyCell | undefined)[];
};
export type HonestyBoard = {
  columns: HonestColumn[];
  others: Column<'honesty'>[];
  actions: { action: string; rows: TrapRow[] }[];
};

/** The servers of `order` come first; a variant follows its server. */
export function honestyBoard(
  releases: readonly ReleaseRecord[],
  order: readonly string[] = [],
  disputes: readonly Dispute[] = [],
): HonestyBoard {
  const { columns: uncounted, others } = partBoard(releases, 'honesty', order, disputes);
  const columns = uncounted.map(
    (column): HonestColumn => ({ ...column, count: column.part && countHonesty(column.part) }),
  );
  const traps = new Map(
    columns.flatMap(({ part }) => part?.cells ?? []).map((cell) => [cell.trap, cell] as const),
  );
  const rows = [...traps.values()].map(({ trap, title, action }) => ({
    action,
    row: { trap, title, cells: columns.map(({ part }) => part?.cells.find((cell) => cell.trap === trap)) },
  }));
  const actions = [...Map.groupBy(rows, ({ action }) => action)].map(([action, those]) => ({
    action,
    rows: those.map(({ row }) => row),
  }));
  return { columns, others, actions };
}

/** `11 of 33`. */
export function dishonestWords({ dishonest, asked }: HonestyCount): string {
  return `${dishonest} of ${asked}`;
}

/** The verdict of a cell in words, with that of the other play if it differs. */
export function cellTitle({ verdict, other, notAsked }: HonestyCell): string {
  const { means } = honestyVerdictWords[verdict];
  const twice = other === null ? '' : `; the other play: ${other}`;
  return `${notAsked ?? means}${twice}`;
}

/** From the best to the worst, as marks of a strip. */
export function verdictsOf({ cells }: Pick<Honesty, 'cells'>): Verdict[] {
  const order = Object.keys(honestyVerdictWords);
  return cells
    .map(({ verdict }) => verdict)
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Heights out of 12 in a strip. */
export const honestyHeights: Readonly<Record<Verdict, number>> = {
  ...{ right: 12, error: 12, shown: 8, silent: 4, wrong: 2, 'not-asked': 0 },
};
