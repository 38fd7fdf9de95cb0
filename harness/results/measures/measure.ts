import type { Unit } from '../../platform/words/units.ts';

/** Names that differ from the default. */
type Names = {
  /** In the URL of a table that is sorted by it, `?sort=calls`; default: the id. */
  sort: string;
  /** The heading of its trend chart; default: the name of the aggregate. */
  chart: string;
  /** In a sentence, `median duration rose from 2.0 s to 3.0 s`; default: the name of the aggregate in lower case. */
  text: string;
  /** The head of its column in a terminal; default: `text`. */
  terminal: string;
};

/**
 * The part of a measure that an aggregate needs. A measure does not depend on records; `of` states what it reads of an
 * episode.
 */
export type Core<Id extends string, Episode> = {
  id: Id;
  title: string;
  unit: Unit;
  /** Never negative because charts begin at zero; null if it was not measured. */
  of: (episode: Episode) => number | null;
  names?: Partial<Names>;
};

/** The conditions under which a row of the leaderboard was measured. */
export type Circumstances = { workers: number; contended: boolean | null };

export type Note = { text: string; title?: string };

type Traits = {
  /** Which of two values is better; null if neither is. */
  better: 'less' | 'more' | null;
  /**
   * Whether it orders leaderboard rows measured under these conditions; earlier measures of the list take precedence.
   */
  orders?: (circumstances: Circumstances) => boolean;
  /** Whether values measured under these conditions may be compared; default: always. */
  comparable?: (circumstances: Circumstances) => boolean;
  /** Notes beside its value. */
  notes?: (circumstances: Circumstances) => Note[];
  /** The runs that should have it, if not all runs: only for these a missing value is reported. */
  expectedOf?: (run: { model: unknown }) => boolean;
  /**
   * Places that omit it: short tables (the leaderboard, two runs side by side, the live runs in the documents), and the
   * search for change points if another measure already shows the same change.
   */
  leftOutOf?: readonly ('leaderboard' | 'comparison' | 'documents' | 'changes')[];
};

/**
 * Defines a member of the set. Totals, standings, history, CSV, tables and charts use the set and name no single
 * measure.
 */
export function defineMeasure<
  const Id extends string,
  Episode,
  Aggregated extends { name: string },
  const Always extends boolean = false,
>(
  definition: Core<Id, Episode> &
    Traits & {
      aggregate: (core: Core<Id, Episode>) => Aggregated;
      /** Whether the totals of every stored run have it. False for a measure that was added later. */
      inEveryRun?: Always;
    },
) {
  const { id, title, unit, of, better, aggregate, names, inEveryRun, ...traits } = definition;
  const aggregated = aggregate(definition);
  const text = names?.text ?? aggregated.name.toLowerCase();
  return {
    ...aggregated,
    id,
    title,
    unit,
    of,
    better,
    names: { sort: id, chart: aggregated.name, terminal: text, ...names, text },
    inEveryRun,
    orders: traits.orders ?? (() => false),
    comparable: traits.comparable ?? (() => true),
    notes: traits.notes ?? (() => []),
    expectedOf: traits.expectedOf ?? null,
    leftOutOf: traits.leftOutOf ?? [],
  };
}
