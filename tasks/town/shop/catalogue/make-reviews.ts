import type { Random, World } from '../../../../harness/web/host-handler.ts';
import type { Product, Review } from '../state/rows.ts';
import { addDays, dayOf, daysBetween } from '../words/dates.ts';
import { mark } from '../words/mark.ts';
import { categories } from './kinds.ts';
import phrases from './reviews.json' with { type: 'json' };

/** Distributions of stars over ten reviews, for good and bad products. */
const mixtures = [
  [5, 5, 5, 5, 5, 5, 4, 4, 4, 3],
  [5, 5, 5, 5, 4, 4, 4, 3, 3, 1],
  [5, 5, 4, 4, 4, 3, 3, 2, 2, 1],
  [5, 4, 3, 3, 3, 2, 2, 1, 1, 1],
];

/** Reviews by other people; no person reviews a product twice. */
export function makeReviews(world: World, products: readonly Product[]): Review[] {
  const random = world.random('shop: reviews');
  const others = world.people.filter(({ id }) => id !== world.person.id);
  const today = dayOf(world.now);
  const days: string[] = [];
  const daysAgo = (age: number) => {
    days[age] ??= addDays(today, -age);
    return days[age];
  };
  const parts = new Map(categories.flatMap(({ kinds }) => kinds.map((kind) => [kind.noun, kind.parts])));
  return products.flatMap((product) => {
    const mixture = random.pick(mixtures);
    const authors = random.sample(others, Math.min(others.length, random.pick([0, 1, 2, 4, 5, 7, 9, 12])));
    const oldest = Math.max(2, daysBetween(product.addedOn, today) - 1);
    return authors.map((author): Review => {
      const stars = random.pick(mixture);
      const [title, text] = words(random, stars, product.noun, parts.get(product.noun) ?? []);
      const age = random.int(2, oldest);
      return {
        id: `R-${mark(world.seed, 'review', product.id, author.id)}`,
        product: product.id,
        customer: author.id,
        author: author.name,
        stars,
        title,
        text,
        writtenOn: daysAgo(age),
      };
    });
  });
}

function words(random: Random, stars: number, noun: string, parts: readonly string[]): [string, string] {
  const { titles, texts } = phrases[String(stars) as '1' | '2' | '3' | '4' | '5']; // 1 to 5, from the distributions
  const text = random.pick(texts).replace('{part}', random.pick(parts)).replace('{noun}', noun);
  return [random.pick(titles), `${text}${random.pick(phrases.closings)}`];
}
