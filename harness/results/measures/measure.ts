import type { Unit } from '../../platform/words/units.ts';

/** Names that differ from the rule. */
type Names = {
  /** In the address of a table that is sorted by it, `?sort=calls`; by rule the id. */
  sort: string;
  /** Over the chart of its trend; by rule what the aggregate calls it. */
  chart: string;
  /** In a sentence, `median duration rose from 2.0 s to 3.0 s`; by rule the same in small letters. */
  text: string;
  /** Over its column in a terminal; by rule as in a sentence. */
  terminal: string;
};

/** What an aggregate is made for. A measure knows no records: it says what of an episode it needs. */
export type Core<Id extends string, Episode> = {
  id: Id;
  title: string;
  unit: Unit;
  /** Never negative, for charts begin at zero; null where it was not measured. */
  of: (episode: Episode) => number | null;
  names?: Partial<Names>;
};

/** Under what a row of the leaderboard was measured. */
export type Circumstances = { workers: number; contended: boolean | null };

export type Note = { text: string; title?: string };

type Traits = {
  /** Which of two values is the better one; null where neither is. */
  better: 'less' | 'more' | null;
  /** Orders the rows of a leaderboard that were measured so; of several measures the first of the list comes first. */
  orders?: (circumstances: Circumstances) => boolean;
  /** Whether values that were measured so may be set side by side; by rule any. */
  comparable?: (circumstances: Circumstances) => boolean;
  /** What is said beside its value. */
  notes?: (circumstances: Circumstances) => Note[];
  /** Of which runs it is expected, where not of all: there its absence is said, elsewhere it is left out. */
  expectedOf?: (run: { model: unknown }) => boolean;
  /**
   * What does without it: short tables (the leaderboard, two runs side by side, the live runs in the documents), and the
   * search for lasting changes, where it would say again what another measure says.
   */
  leftOutOf?: readonly ('leaderboard' | 'comparison' | 'documents' | 'changes')[];
};

/** A member of the set: totals, standings, history, CSV, tables and charts ask it and know none by name. */
export function defineMeasure<
  const Id extends string,
  Episode,
  Aggregated extends { name: string },
  const Always extends boolean = false,
>(
  definition: Core<Id, Episode> &
    Traits & {
      aggregate: (core: Core<Id, Episode>) => Aggregated;
      /** Whether the totals of every stored run have it; those written before it was added do not. */
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
