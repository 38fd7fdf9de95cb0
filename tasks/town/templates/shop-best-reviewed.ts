import { defineTemplate, type RawStep } from '../../../harness/task/templates/template.ts';
import type { Product, Review, Variant } from '../shop/state/rows.ts';
import {
  at,
  click,
  largeKinds,
  onHandOf,
  severalOf,
  shop,
  statesOf,
  variantsByProduct,
} from './helpers/shop.ts';

type Choice = { product: Product; variant: Variant; stars: number; isThere: boolean };
type Drawn = { right: Choice; better: Choice; kind: Product[]; limit: number };

export const template = defineTemplate<Drawn>({
  id: 'shop-best-reviewed',
  title: 'Find the best-reviewed product that is in stock in a size and colour, up to a price',
  sites: ['shop.town.test'],
  level: 2,
  capabilities: ['filter', 'compare', 'find out'],
  draw: (world, random) => {
    const onHand = onHandOf(world);
    const variants = variantsByProduct(world);
    const stars = starsOf(world.rows<Review>(shop, 'reviews'));
    const drawn = largeKinds(world).flatMap((kind) =>
      (variants.get(kind[0]?.id ?? '') ?? []).flatMap(({ options }) => {
        const choices = kind.flatMap((product) => {
          const variant = variants.get(product.id)?.find((each) => wordsOf(each) === wordsOf({ options }));
          if (!variant) return [];
          return [{ product, variant, stars: stars(product.id), isThere: (onHand[variant.id] ?? 0) > 0 }];
        });
        const limits = new Set(choices.map(({ variant }) => Math.ceil(variant.price / 100)));
        return [...limits].flatMap((limit) => drawnAt(kind, choices, limit) ?? []);
      }),
    );
    return random.pick(drawn);
  },
  goal: ({ right: { product, variant }, limit }) =>
    `I am looking for ${severalOf(product.noun)} in the shop, in exactly this choice: ${wordsOf(variant)}. Look at those that are in stock in that choice and cost no more than €${limit} in it. Which of them has the best average of stars in its reviews? Answer with the article number of that choice and nothing else, such as ABC-123-45. Leave my basket as it is.`,
  contract: ({ right }) => ({
    kind: 'and',
    children: [...statesOf([]), { kind: 'answer', type: 'string', value: right.variant.id }],
  }),
  solve: async (visitor, { right: { product, variant }, kind }) => {
    await visitor.get(listOf(product));
    for (const { id } of kind) await visitor.get(at(`/p/${id}?${new URLSearchParams(variant.options)}`));
    const { text } = await visitor.get(at(`/p/${product.id}?${new URLSearchParams(variant.options)}`));
    return /data-article>Article ([^<]+)</.exec(text)?.[1] ?? 'none';
  },
  walkthroughs: ({ right: { product, variant }, better, limit }) => {
    const read: RawStep[] = [
      ...choose(variant),
      { done: { answer: { read: { pattern: 'Article ([A-Z]{3}-\\d+-\\d\\d)' } } } },
    ];
    return [
      [
        { open: at(`/c/${product.category}`) },
        { check: { role: 'checkbox', name: product.kind } },
        { select: { label: 'Sort by', option: 'Best reviews' } },
        click('button', 'Apply'),
        click('link', product.name),
        ...read,
      ],
      [
        { fill: { label: 'Search the shop', text: product.noun } },
        { press: 'Enter' },
        { wait: 'Results for' },
        { fill: { label: 'To', text: String(limit) } },
        { check: { role: 'checkbox', name: 'In stock' } },
        click('button', 'Apply'),
        click('link', product.name),
        ...read,
      ],
      [
        { open: listOf(product) },
        click('link', better.product.name),
        ...choose(better.variant),
        click('link', better.product.kind, { within: { role: 'navigation', name: 'Breadcrumb' } }),
        click('link', product.name),
        ...read,
      ],
    ];
  },
  nearMisses: ({ right: { variant, product }, better }) => [
    {
      kind: 'wrong_target',
      solve: async () => better.variant.id,
      walkthrough: [{ open: at(`/p/${better.product.id}`) }, { done: { answer: better.variant.id } }],
      names: better.variant.id,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await visitor.post(at('/cart/add'), { product: product.id, ...variant.options, qty: '1' });
        return variant.id;
      },
      walkthrough: [
        { open: at(`/p/${product.id}`) },
        ...choose(variant),
        click('button', 'Add to basket'),
        { wait: 'is in your basket.' },
        { done: { answer: variant.id } },
      ],
      names: 'cartLines',
    },
  ],
  listing: ({ right, kind }) => ({
    url: `${listOf(right.product)}&sort=rating`,
    right: right.product.name,
    beside: kind.filter(({ id }) => id !== right.product.id).map(({ name }) => name),
  }),
});

/** Cases with one best product up to the limit, while products with more stars are sold out in that choice or too expensive. */
function drawnAt(kind: Product[], choices: readonly Choice[], limit: number): Drawn | null {
  const isCheap = ({ variant }: Choice) => variant.price <= limit * 100;
  const [right, second] = choices
    .filter((each) => each.isThere && isCheap(each))
    .sort((a, b) => b.stars - a.stars);
  if (!right || !second || right.stars === second.stars) return null;
  const above = choices.filter(({ stars }) => stars > right.stars);
  const better = above.find((each) => isCheap(each) && !each.isThere);
  return better && above.some((each) => !isCheap(each) && each.isThere)
    ? { right, better, kind, limit }
    : null;
}

/** The average as shown in the shop, with one decimal place. */
function starsOf(reviews: readonly Review[]): (product: string) => number {
  const byProduct = Map.groupBy(reviews, ({ product }) => product);
  return (product) => {
    const own = byProduct.get(product) ?? [];
    const sum = own.reduce((total, { stars }) => total + stars, 0);
    return own.length === 0 ? 0 : Math.round((sum / own.length) * 10) / 10;
  };
}

function wordsOf({ options }: Pick<Variant, 'options'>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name.toLowerCase()} ${value}`)
    .join(', ');
}

function choose({ options }: Variant): RawStep[] {
  return Object.entries(options).map(([name, value]) => ({
    check: { role: 'radio', name: value, within: { role: 'group', name } },
  }));
}

function listOf({ category, kind }: Product): string {
  return at(`/c/${category}?${new URLSearchParams({ kind })}`);
}
