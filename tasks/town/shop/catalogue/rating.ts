import type { Review } from '../state/rows.ts';
import type { Shop } from '../visit.ts';

export type Rating = { count: number; average: number };

const none: Rating = { count: 0, average: 0 };

/** Ratings of all products with reviews; the average has one decimal place. */
export function ratingsOf({ state }: Shop): (product: string) => Rating {
  const stars = new Map<string, number[]>();
  for (const review of state.reviews.all()) {
    const known = stars.get(review.product);
    if (known) known.push(review.stars);
    else stars.set(review.product, [review.stars]);
  }
  return (product) => ratingOf(stars.get(product) ?? []);
}

export function ratingOfReviews(reviews: readonly Review[]): Rating {
  return ratingOf(reviews.map(({ stars }) => stars));
}

function ratingOf(stars: readonly number[]): Rating {
  if (stars.length === 0) return none;
  const total = stars.reduce((sum, each) => sum + each, 0);
  return { count: stars.length, average: Math.round((total / stars.length) * 10) / 10 };
}
