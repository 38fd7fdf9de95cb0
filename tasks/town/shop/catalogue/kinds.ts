import { slug } from '../words/slug.ts';
import bags from './kinds/bags.json' with { type: 'json' };
import camping from './kinds/camping.json' with { type: 'json' };
import clothing from './kinds/clothing.json' with { type: 'json' };
import cycling from './kinds/cycling.json' with { type: 'json' };
import footwear from './kinds/footwear.json' with { type: 'json' };
import garden from './kinds/garden.json' with { type: 'json' };
import home from './kinds/home.json' with { type: 'json' };
import kitchen from './kinds/kitchen.json' with { type: 'json' };
import lighting from './kinds/lighting.json' with { type: 'json' };
import stationery from './kinds/stationery.json' with { type: 'json' };

/** A kind of product: tents, teapots. */
export type Kind = {
  noun: string;
  plural: string;
  /** The prefix of its article numbers. */
  code: string;
  glyph: string;
  /** The parts that reviews praise or criticise. */
  parts: readonly string[];
  use: string;
  /** Name, price in cents before the range's adjustment, description. */
  models: readonly (readonly [string, number, Readonly<Record<string, string>>])[];
  /** Name, values, and the surcharge of each value in cents. */
  options: readonly (readonly [string, readonly string[], (readonly number[])?])[];
  /** One value for each fact. */
  facts: Readonly<Record<string, readonly string[]>>;
};

export type Category = { id: string; name: string; kinds: readonly Kind[] };

const files = [camping, kitchen, lighting, bags, clothing, footwear, stationery, garden, home, cycling];

export const categories: readonly Category[] = files.map(({ category, kinds }) => ({
  id: slug(category),
  name: category,
  // TypeScript types a pair in a JSON file as a list.
  kinds: kinds as unknown as readonly Kind[],
}));

export function categoryOf(id: string): Category | undefined {
  return categories.find((category) => category.id === id);
}
