import MiniSearch from 'minisearch';
import type { Place } from '../data/search-index.ts';

export type PlaceIndex = MiniSearch<Place>;

export function openIndex(places: readonly Place[]): PlaceIndex {
  const index = new MiniSearch<Place>({
    idField: 'path',
    fields: ['title', 'text'],
    storeFields: ['path', 'title', 'kind', 'line'],
  });
  // Two sections with the same heading have one address.
  index.addAll([...new Map(places.map((place) => [place.path, place])).values()]);
  return index;
}

/** The weight of each kind of place, relative to a section of a document with the same words. */
const weights: Record<Place['kind'], number> = {
  server: 6,
  capability: 4,
  page: 3,
  release: 2,
  result: 1.5,
  task: 1.5,
  document: 1,
};
const fillers = new Set(['a', 'an', 'and', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

export type Found = Pick<Place, 'path' | 'title' | 'kind' | 'line'>;

/** The best matches first, with all words before some words. For `a vs b`, the best match of each side comes first. */
export function findPlaces(index: PlaceIndex, words: string): Found[] {
  const sides = words.split(/\s+(?:vs\.?|versus|against)\s+/i).filter((side) => side.trim() !== '');
  const bySide = sides.map((side) => searched(index, side));
  const found =
    sides.length > 1 ? [...bySide.flatMap(([first]) => first ?? []), ...bySide.flat()] : bySide.flat();
  return [...new Map(found.map((place) => [place.path, place])).values()];
}

function searched(index: PlaceIndex, words: string): Found[] {
  const options = {
    prefix: true,
    fuzzy: 0.1,
    boost: { title: 3 },
    processTerm: (term: string) => (fillers.has(term.toLowerCase()) ? null : term.toLowerCase()),
    boostDocument: (_: string, __: string, stored?: Record<string, unknown>) =>
      // Stored in the form that the index received.
      weights[stored?.kind as Place['kind']],
  };
  const all = index.search(words, { ...options, combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(words, { ...options, combineWith: 'OR' });
  const places = found.map(({ path, title, kind, line }): Found => ({ path, title, kind, line }));
  // An exact id comes before other places with that word: `playwright` is the id of one server.
  const slug = words.trim().toLowerCase().split(/\s+/).join('-');
  const isCalledSo = ({ path }: Found) => Number(path.endsWith(`/${slug}/`) || path.endsWith(`#${slug}`));
  return places.toSorted((one, other) => isCalledSo(other) - isCalledSo(one));
}
