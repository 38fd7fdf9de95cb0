import { falseDiscoveryCut } from './false-discovery.ts';
import { sequentialP } from './sequential-p.ts';
import { significant } from './significant.ts';
import { type Levels, type Search, type Series, searchOf } from './step-search.ts';
import type { Stretch } from './stretches.ts';

/** A lasting change of level. */
export type Step = {
  /** The first point after it. */
  index: number;
  /**
   * The levels of the two stretches that meet here, as far as the next step: the share of all episodes that passed; of
   * values the medians, or the means where the medians are equal.
   */
  before: number;
  after: number;
  /** Of the test that found it. */
  p: number;
  /** The points of the two stretches. */
  runsBefore: number;
  runsAfter: number;
};

export const stepMethod =
  'All series of a page are tested together, so that of pages on which nothing changes at most 5 % show a step (Benjamini & Hochberg 1995). ' +
  'Of each the change that stands out most, one that lasts to the end or one there and back (Olshen et al. 2004), is held against seeded random orders: ' +
  '999 for one series, 9,999 for fifty and more, fewer where it is common (Besag & Clifford 1991), none where a bound of p is smaller than they could tell. ' +
  'Passes are independent binomials: single episodes are put in random order, and the likelihood ratio (Kulldorff 1997) of what was found is taken ' +
  'without the one run that speaks most for it. Of durations, sizes and costs the ranks are put in random order (Pettitt 1979), after each has been ' +
  'rid of what it has of the one before (AR(1), estimated rather too high, of differences and of what is left when the largest change is taken away). Where a step was found the parts ' +
  'are looked through for more (Scott & Knott 1974), each at 1 % or less. Told are steps of a score of at least half an episode of a run and one ' +
  'point of a hundred, and of all else of at least 5 %, that are so without any one run too. ' +
  'Series that are correlated from one commit to the next by much more than 0.4 have more false ones.';

/** What each further look within a series may find by chance, at most. */
const within = 0.01;

/**
 * The steps of each series of a page; the same page gives the same steps. Of values only the order counts, so skewed
 * durations and outliers do no harm. A slow drift is cut into several steps.
 */
export function findSteps(page: readonly Series[]): Step[][] {
  const searches = page.map(searchOf);
  const tested = searches.filter(({ varies }) => varies);
  const most = shufflesFor(tested.length);
  const firsts = new Map(tested.map((search) => [search, firstCut(search, most)]));
  const level = falseDiscoveryCut(
    [...firsts.values()].map(({ p }) => p),
    significant,
  );
  return searches.map((search) => {
    const first = firsts.get(search);
    if (!first || first.p > level) return [];
    const cuts = withMore(search, first, Math.min(level, within), most);
    return stepsOf(search, cuts);
  });
}

/** Of one series alone, of several, and at least so many that one could be the only one that is told. */
function shufflesFor(series: number): number {
  const telling = series / significant;
  return Math.ceil(Math.max(999, Math.min(9999, 10 * telling), 2 * telling));
}

/** Where a stretch is cut: once or, there and back, twice. */
type Cut = { places: number[]; p: number };

function firstCut(search: Search, most: number): Cut {
  return cutOf(search, { from: 0, to: search.length }, most);
}

/** Of a stretch; p is 1 where what stands out most is too small to be told. */
function cutOf({ scan, levelsOf, isWorthTelling }: Search, { from, to }: Stretch, most: number): Cut {
  const scanned = scan({ from, to });
  if (scanned.found === null) return { places: [], p: 1 };
  const found = { from: from + scanned.found.from, to: from + scanned.found.to };
  const outside = [
    { from, to: found.from },
    { from: found.to, to },
  ];
  if (!isWorthTelling(levelsOf(outside, [found]))) return { places: [], p: 1 };
  const places = [found.from, ...(found.to < to ? [found.to] : [])];
  return { places, p: sequentialP(scanned, most) };
}

function withMore(search: Search, first: Cut, level: number, most: number): { at: number; p: number }[] {
  const cut = (stretch: Stretch, { places, p }: Cut): { at: number; p: number }[] => {
    const ends = [stretch.from, ...places, stretch.to];
    return ends.slice(1).flatMap((to, index) => {
      const part = { from: ends[index] ?? 0, to };
      const found = cutOf(search, part, most);
      const inside = found.p <= level ? cut(part, found) : [];
      return to === stretch.to ? inside : [...inside, { at: to, p }];
    });
  };
  return cut({ from: 0, to: search.length }, first);
}

/** The levels are those of the stretches between; where two of them hardly differ there is no step. */
function stepsOf(search: Search, cuts: readonly { at: number; p: number }[]): Step[] {
  const parts = cuts.map(({ at }, index) => ({
    earlier: { from: cuts[index - 1]?.at ?? 0, to: at },
    later: { from: at, to: cuts[index + 1]?.at ?? search.length },
  }));
  const slight = parts.findIndex(({ earlier, later }) => isSlight(search, earlier, later));
  if (slight !== -1)
    return stepsOf(
      search,
      cuts.filter((_, index) => index !== slight),
    );
  return cuts.flatMap(({ at, p }, index) => {
    const { earlier, later } = parts[index] ?? {};
    if (!earlier || !later) return [];
    const runs = { runsBefore: at - earlier.from, runsAfter: later.to - at };
    return [{ index: search.from + at, ...search.levelsOf([earlier], [later]), p, ...runs }];
  });
}

/** Also where it is so without one run, for a single one is no lasting change. */
function isSlight(search: Search, earlier: Stretch, later: Stretch): boolean {
  const { levelsOf, isWorthTelling } = search;
  const whole = levelsOf([earlier], [later]);
  const others = [
    ...withoutOne(search, earlier).map((rest) => levelsOf(rest, [later])),
    ...withoutOne(search, later).map((rest) => levelsOf([earlier], rest)),
  ];
  const isSame = (levels: Levels) =>
    isWorthTelling(levels) && levels.after > levels.before === whole.after > whole.before;
  return ![whole, ...others].every(isSame);
}

/** Without its lowest run, and without its highest. */
function withoutOne({ at }: Search, { from, to }: Stretch): Stretch[][] {
  let [lowest, highest] = [from, from];
  for (let index = from; index < to; index++) {
    if (at(index) < at(lowest)) lowest = index;
    if (at(index) > at(highest)) highest = index;
  }
  return [lowest, highest].map((index) => [
    { from, to: index },
    { from: index + 1, to },
  ]);
}
