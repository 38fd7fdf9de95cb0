import type { RawStep } from '../../../../harness/task/templates/template.ts';
import type { Product, Variant } from '../../shop/state/rows.ts';

/** A product in the wanted size and colour. */
export type Choice = { product: Product; variant: Variant; isLike: boolean; isThere: boolean };

/** A fact that holds for some products of a kind and not for others. */
export function factsOf(kind: readonly Product[]): (readonly [string, string])[] {
  const all = new Map(
    kind.flatMap(({ facts }) => Object.entries(facts)).map((fact) => [fact.join('\n'), fact] as const),
  );
  return [...all.values()].filter(([name, value]) => name !== 'Care' && !value.includes('“'));
}

/** The cheapest of several matching products in stock. It is neither first in the list nor the cheapest of all. */
export function drawnAmong(all: readonly Choice[]): { right: Choice; cheaper: Choice }[] {
  const byPrice = all.toSorted((one, another) => one.variant.price - another.variant.price);
  const [right, second] = byPrice.filter(({ isLike, isThere }) => isLike && isThere);
  if (!right || !second || right.variant.price === second.variant.price) return [];
  const below = byPrice.filter(({ variant }) => variant.price < right.variant.price);
  const cheaper = below.find(({ isLike }) => isLike);
  const isFirst = all.every(({ product }) => product.sold <= right.product.sold);
  return cheaper && below.some(({ isLike, isThere }) => !isLike && isThere) && !isFirst
    ? [{ right, cheaper }]
    : [];
}

export function wordsOf({ options }: Variant): string {
  return Object.entries(options)
    .map(([name, value]) => `${name.toLowerCase()} ${value}`)
    .join(', ');
}

export const choose = ({ options }: Variant): RawStep[] =>
  Object.entries(options).map(([name, value]) => ({
    check: { role: 'radio', name: value, within: { role: 'group', name } },
  }));
