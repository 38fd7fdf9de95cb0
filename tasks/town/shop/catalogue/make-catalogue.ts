import type { Random, World } from '../../../../harness/web/host-handler.ts';
import type { Product, Stock, Variant } from '../state/rows.ts';
import { addDays, dayOf } from '../words/dates.ts';
import { slug } from '../words/slug.ts';
import { type Category, categories, type Kind } from './kinds.ts';
import words from './words.json' with { type: 'json' };

export type Catalogue = { products: Product[]; variants: Variant[]; stock: Stock[] };

type Range = { line: string; maker: string; dearness: number };

/**
 * Each kind has two ranges with similar names, each with all models of the kind. So every article has
 * look-alikes in another size, another model and another range.
 */
export function makeCatalogue(world: World): Catalogue {
  const random = world.random('shop: catalogue');
  const makers = new Map(words.lines.flat().map((line) => [line, random.pick(words.makers)]));
  const catalogue: Catalogue = { products: [], variants: [], stock: [] };
  for (const category of categories) {
    const pairs = random.sample(words.lines, category.kinds.length);
    for (const [index, kind] of category.kinds.entries()) {
      let number = random.int(101, 180);
      for (const line of pairs[index] ?? []) {
        const range = { line, maker: makers.get(line) ?? '', dearness: random.int(82, 128) };
        for (const model of kind.models) {
          number += random.int(1, 9);
          add(catalogue, category, kind, { range, model, number, random, today: dayOf(world.now) });
        }
      }
    }
  }
  return catalogue;
}

type Making = { range: Range; model: Kind['models'][number]; number: number; random: Random; today: string };

function add(
  { products, variants, stock }: Catalogue,
  category: Category,
  kind: Kind,
  { range, model, number, random, today }: Making,
): void {
  const [modelName, listPrice, modelFacts] = model;
  const price = tagPrice((listPrice * range.dearness) / 100);
  const name = [range.line, modelName, kind.noun].filter(Boolean).join(' ');
  const id = slug(name);
  const ending = random.pick(words.endings).replace('{maker}', range.maker).replace('{line}', range.line);
  const drawn = Object.entries(kind.facts).filter(([fact]) => !(fact in modelFacts));
  products.push({
    id,
    name,
    maker: range.maker,
    category: category.id,
    kind: kind.plural,
    noun: kind.noun,
    glyph: kind.glyph,
    description: `${kind.use} ${ending}`,
    facts: {
      ...modelFacts,
      ...Object.fromEntries(drawn.map(([fact, values]) => [fact, random.pick(values)])),
      'Made in': random.pick(words.origins),
      Care: random.pick(words.care),
      Guarantee: random.pick(['2 years', '3 years', '5 years']),
    },
    options: kind.options.map(([option, values]) => ({ name: option, values })),
    price,
    was: random.chance(0.16) ? tagPrice((price * random.int(112, 140)) / 100) : null,
    addedOn: addDays(today, -random.int(3, 900)),
    sold: random.int(4, 940),
  });
  for (const [index, { options, more }] of combinations(kind.options).entries()) {
    const sku = `${kind.code}-${number}-${String(index + 1).padStart(2, '0')}`;
    variants.push({ id: sku, product: id, options, price: price + more });
    stock.push({ id: sku, onHand: onHand(random) });
  }
}

/** One variant in eight is sold out, one in five nearly. */
function onHand(random: Random): number {
  const draw = random.int(1, 40);
  if (draw <= 5) return 0;
  return draw <= 13 ? random.int(1, 4) : random.int(6, 60);
}

/** Prices end in 50 or 90 cents. */
function tagPrice(cents: number): number {
  const whole = Math.floor(cents / 100);
  return whole * 100 + (cents % 100 < 50 ? 50 : 90);
}

type Combination = { options: Readonly<Record<string, string>>; more: number };

const known = new Map<Kind['options'], readonly Combination[]>();

/** Kinds are the same in every world. */
function combinations(options: Kind['options']): readonly Combination[] {
  const made = known.get(options) ?? combined(options);
  known.set(options, made);
  return made;
}

function combined(options: Kind['options']): Combination[] {
  return options.reduce<Combination[]>(
    (made, [name, values, steps]) =>
      made.flatMap(({ options: before, more }) =>
        values.map((value, index) => ({
          options: Object.freeze({ ...before, [name]: value }),
          more: more + (steps?.[index] ?? 0),
        })),
      ),
    [{ options: {}, more: 0 }],
  );
}
