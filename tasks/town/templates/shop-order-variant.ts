import { defineTemplate, type RawStep, type Visitor } from '../../../harness/task/templates/template.ts';
import type { Address, Product, Variant } from '../shop/state/rows.ts';
import {
  addressCalled,
  at,
  checkOut,
  click,
  invoiceWords,
  largeKinds,
  type Ordered,
  onHandOf,
  orderedOf,
  toCheckOut,
  variantsByProduct,
} from './helpers/shop.ts';

type Drawn = {
  product: Product;
  variant: Variant;
  /** The same product with one other size or colour. */
  other: Variant;
  beside: string[];
  work: Address;
  ordered: Ordered;
};

const qty = 2;

export const template = defineTemplate<Drawn>({
  id: 'shop-order-variant',
  title: 'Order two of one size and colour to the work address',
  sites: ['shop.town.test'],
  level: 3,
  capabilities: ['search', 'order'],
  draw: (world, random) => {
    const onHand = onHandOf(world);
    const variants = variantsByProduct(world);
    const choices = largeKinds(world).flatMap((kind) => {
      const [, ...products] = kind.toSorted((a, b) => b.sold - a.sold || (a.id < b.id ? -1 : 1));
      return products
        .filter(({ options }) => options.length > 1)
        .flatMap((product) => {
          const own = (variants.get(product.id) ?? []).filter(({ id }) => (onHand[id] ?? 0) >= qty);
          const beside = kind.filter(({ id }) => id !== product.id).map(({ name }) => name);
          return own.flatMap((variant) => {
            const other = own.find((each) => differing(each, variant) === 1);
            return other ? [{ product, variant, other, beside }] : [];
          });
        });
    });
    const chosen = random.pick(choices);
    const work = addressCalled(world, 'Work');
    const lines = [{ sku: chosen.variant.id, qty }];
    const { id: customer } = world.person;
    const ordered = { customer, lines, address: work, payment: 'Invoice', coupon: null, onHand };
    return { ...chosen, work, ordered };
  },
  goal: ({ product, variant }) =>
    `Please order two of the ${product.name} (${wordsOf(variant)}) from the shop. Have them sent to my work address by standard delivery, and pay by invoice. Order nothing else.`,
  contract: ({ ordered }) => ({ kind: 'and', children: orderedOf(ordered) }),
  solve: async (visitor, { product, variant, work }) => {
    await visitor.get(at(`/search?${new URLSearchParams({ q: product.name })}`));
    await visitor.get(at(`/p/${product.id}`));
    await add(visitor, variant);
    await visitor.get(at('/cart'));
    await checkOut(visitor, work, 'invoice');
    return undefined;
  },
  walkthroughs: ({ product, variant, work }) => {
    const buy = [...chosen(variant), ...toCheckOut(work, invoiceWords), { done: {} }];
    return [
      [
        { fill: { label: 'Search the shop', text: product.name } },
        { press: 'Enter' },
        click('link', product.name),
        ...buy,
      ],
      [
        { open: at(`/c/${product.category}?${new URLSearchParams({ kind: product.kind })}`) },
        click('link', product.name),
        ...buy,
      ],
      [
        { fill: { label: 'Search the shop', text: product.noun } },
        click('button', 'Search'),
        { select: { label: 'Sort by', option: 'Name' } },
        { check: { role: 'checkbox', name: product.maker } },
        click('button', 'Apply'),
        click('link', product.name),
        ...chosen(variant, '1'),
        { fill: { label: { contains: 'Quantity of' }, text: String(qty) } },
        click('button', 'Update quantities'),
        { wait: 'Your basket was changed.' },
        ...toCheckOut(work, invoiceWords),
        { done: {} },
      ],
    ];
  },
  nearMisses: ({ product, variant, other, work }) => {
    const buy = (of: Variant): RawStep[] => [
      { open: at(`/p/${product.id}`) },
      ...chosen(of),
      ...toCheckOut(work, invoiceWords),
    ];
    return [
      {
        kind: 'wrong_target',
        solve: async (visitor) => {
          await add(visitor, other);
          await checkOut(visitor, work, 'invoice');
          return undefined;
        },
        walkthrough: [...buy(other), { done: {} }],
        names: variant.id,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await add(visitor, variant);
          await checkOut(visitor, work, 'invoice');
          await add(visitor, other);
          return undefined;
        },
        walkthrough: [...buy(variant), { open: at(`/p/${product.id}`) }, ...chosen(other), { done: {} }],
        names: 'cartLines',
      },
    ];
  },
  listing: ({ product, beside }) => ({
    url: at(`/c/${product.category}?${new URLSearchParams({ kind: product.kind })}`),
    right: product.name,
    beside,
  }),
});

function differing(a: Variant, b: Variant): number {
  return Object.keys(a.options).filter((name) => a.options[name] !== b.options[name]).length;
}

function wordsOf({ options }: Variant): string {
  return Object.entries(options)
    .map(([name, value]) => `${name.toLowerCase()} ${value}`)
    .join(', ');
}

async function add(visitor: Visitor, { product, options }: Variant): Promise<void> {
  await visitor.post(at('/cart/add'), { product, ...options, qty: String(qty) });
}

/** Goes from the product page to the basket. */
function chosen({ options }: Variant, count = String(qty)): RawStep[] {
  return [
    ...Object.entries(options).map(([name, value]) => ({
      check: { role: 'radio', name: value, within: { role: 'group', name } },
    })),
    { fill: { label: 'Quantity', text: count } },
    click('button', 'Add to basket'),
    click('link', 'See basket'),
  ];
}
