import type { Product } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { centsOf } from '../words/money.ts';
import { ratingsOf } from './rating.ts';

/** The query of a product list. An invalid value counts as absent. */
export type Wanted = {
  kinds: readonly string[];
  makers: readonly string[];
  least: number | null;
  most: number | null;
  stars: number;
  inStock: boolean;
  onOffer: boolean;
  sort: SortId;
  page: number;
};

export const sorts = {
  popular: 'Most popular',
  'price-up': 'Price, lowest first',
  'price-down': 'Price, highest first',
  rating: 'Best reviews',
  newest: 'Newest',
  name: 'Name',
} as const;

type SortId = keyof typeof sorts;

export const pageSize = 12;

export function wantedOf(query: URLSearchParams): Wanted {
  const sort = query.get('sort') ?? '';
  const page = Number(query.get('page') ?? '1');
  return {
    kinds: query.getAll('kind'),
    makers: query.getAll('maker'),
    least: centsOf(query.get('min') ?? ''),
    most: centsOf(query.get('max') ?? ''),
    stars: /^[1-4]$/.test(query.get('stars') ?? '') ? Number(query.get('stars')) : 0,
    inStock: query.get('stock') === 'yes',
    onOffer: query.get('offer') === 'yes',
    sort: Object.hasOwn(sorts, sort) ? (sort as SortId) : 'popular', // a key of `sorts`, as was just asked
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The products of a list, in its order. */
export function findProducts(shop: Shop, among: readonly Product[], wanted: Wanted): Product[] {
  const rating = ratingsOf(shop);
  const compare: Record<SortId, (a: Product, b: Product) => number> = {
    popular: (a, b) => b.sold - a.sold,
    'price-up': (a, b) => a.price - b.price,
    'price-down': (a, b) => b.price - a.price,
    rating: (a, b) => rating(b.id).average - rating(a.id).average || rating(b.id).count - rating(a.id).count,
    newest: (a, b) => order(b.addedOn, a.addedOn),
    name: (a, b) => order(a.name, b.name),
  };
  return among
    .filter(
      (product) =>
        (wanted.kinds.length === 0 || wanted.kinds.includes(product.kind)) &&
        (wanted.makers.length === 0 || wanted.makers.includes(product.maker)) &&
        (wanted.least === null || product.price >= wanted.least) &&
        (wanted.most === null || product.price <= wanted.most) &&
        rating(product.id).average >= wanted.stars &&
        (!wanted.inStock || isInStock(shop, product)) &&
        (!wanted.onOffer || product.was !== null),
    )
    .sort((a, b) => compare[wanted.sort](a, b) || order(a.id, b.id));
}

/** Whether any variant is in stock. */
export function isInStock({ state }: Shop, { id }: Product): boolean {
  return variantsOf(state, id).some((variant) => (state.stock.get(variant.id)?.onHand ?? 0) > 0);
}

export function variantsOf(state: Shop['state'], product: string) {
  return state.variants.all().filter((variant) => variant.product === product);
}

/** Products that match every word of the query, in name, maker, kind, options or facts. */
export function searchProducts({ state }: Shop, question: string): Product[] {
  const asked = wordsOf(question);
  if (asked.length === 0) return [];
  return state.products.all().filter((product) => {
    const said = wordsOf(
      [
        product.name,
        product.maker,
        product.kind,
        product.category,
        ...product.options.flatMap(({ values }) => values),
        ...Object.values(product.facts),
      ].join(' '),
    );
    return asked.every((word) => said.some((each) => each.startsWith(word)));
  });
}

/** In lower case and without a plural s, so that `tents` finds a tent. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9.]+/g) ?? []).map((word) => word.replace(/(?<=[a-z]{3})s$/, ''));
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
