import type { World } from '../../../../harness/web/host-handler.ts';
import { categories } from '../catalogue/kinds.ts';
import { addDays, dayOf } from '../words/dates.ts';
import couponWords from './coupon-words.json' with { type: 'json' };
import type { Coupon } from './rows.ts';

/** One coupon of each kind, and an expired one. */
export function makeCoupons(world: World): Coupon[] {
  const random = world.random('shop: coupons');
  const today = dayOf(world.now);
  const names = random.sample(couponWords, 6);
  const code = (index: number, value: number) => `${names[index]}${value}`;
  const category = random.pick(categories);
  const [percent, ofCategory, amount, old] = [
    random.pick([5, 10, 15]),
    random.pick([20, 25, 30]),
    random.pick([500, 1000, 1500]),
    random.pick([20, 25, 30]),
  ];
  const coupon = (id: string, words: string, rest: Omit<Coupon, 'id' | 'words'>): Coupon => ({
    id,
    words,
    ...rest,
  });
  return [
    coupon(code(0, percent), `${percent} % off everything`, {
      gives: 'percent',
      value: percent,
      minimum: 0,
      category: null,
      lastDay: addDays(today, 12),
    }),
    coupon(code(1, ofCategory), `${ofCategory} % off ${category.name}`, {
      gives: 'percent',
      value: ofCategory,
      minimum: 0,
      category: category.id,
      lastDay: addDays(today, 5),
    }),
    coupon(code(2, amount / 100), `€${amount / 100} off orders of €${amount / 20} or more`, {
      gives: 'amount',
      value: amount,
      minimum: amount * 5,
      category: null,
      lastDay: addDays(today, 30),
    }),
    coupon(`${names[3]}POST`, 'Delivery for nothing', {
      gives: 'delivery',
      value: 0,
      minimum: 0,
      category: null,
      lastDay: addDays(today, 3),
    }),
    coupon(code(4, old), `${old} % off everything`, {
      gives: 'percent',
      value: old,
      minimum: 0,
      category: null,
      lastDay: addDays(today, -6),
    }),
  ];
}
