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

/** What a shop can have several of: tents, teapots. */
export type Kind = {
  noun: string;
  plural: string;
  /** How its article numbers begin. */
  code: string;
  glyph: string;
  /** What reviews can praise or blame. */
  parts: readonly string[];
  use: string;
  /** Name, price in cents before the range makes it dearer or cheaper, what it is. */
  models: readonly (readonly [string, number, Readonly<Record<string, string>>])[];
  /** Name, values, and what each value costs more, in cents. */
  options: readonly (readonly [string, readonly string[], (readonly number[])?])[];
  /** Of each fact one value. */
  facts: Readonly<Record<string, readonly string[]>>;
};

export type Category = { id: string; name: string; kinds: readonly Kind[] };

const files = [camping, kitchen, lighting, bags, clothing, footwear, stationery, garden, home, cycling];

export const categories: readonly Category[] = files.map(({ category, kinds }) => ({
  id: slug(category),
  name: category,
  // TypeScript takes a pair in a JSON file for a list of both.
  kinds: kinds as unknown as readonly Kind[],
}));

export function categoryOf(id: string): Category | undefined {
  return categories.find((category) => category.id === id);
}
