import type { Tables, World } from '../../../../harness/web/host-handler.ts';
import { makeCatalogue } from '../catalogue/make-catalogue.ts';
import { makeReviews } from '../catalogue/make-reviews.ts';
import { addDays, dayOf } from '../words/dates.ts';
import { makeCoupons } from './make-coupons.ts';
import { makeCustomers } from './make-customers.ts';
import { makeOrders, makeReturns } from './make-orders.ts';
import type { Alert, CartLine, Enquiry, Session, View, Wish } from './rows.ts';
import { tableOf } from './table.ts';

/** The state of the shop, fresh for each episode. The seed's rows are in it before the first request. */
export function makeShopState(world: World) {
  const { products, variants, stock } = makeCatalogue(world);
  const customers = makeCustomers(world);
  const orders = makeOrders(world, { products, variants }, customers);
  const wishes = world
    .random('shop: wishes')
    .sample(products, 6)
    .map(({ id: product }, index): Wish => {
      const addedOn = addDays(dayOf(world.now), -4 - index * 11);
      return { id: `${world.person.id}:${product}`, customer: world.person.id, product, addedOn };
    });
  return {
    products: tableOf(products),
    variants: tableOf(variants),
    stock: tableOf(stock),
    reviews: tableOf(makeReviews(world, products)),
    accounts: tableOf(customers.accounts),
    addresses: tableOf(customers.addresses),
    cards: tableOf(customers.cards),
    carts: tableOf(customers.carts),
    cartLines: tableOf<CartLine>([]),
    wishes: tableOf(wishes),
    alerts: tableOf<Alert>([]),
    coupons: tableOf(makeCoupons(world)),
    orders: tableOf(orders),
    returns: tableOf(makeReturns(world, orders)),
    enquiries: tableOf<Enquiry>([]),
    sessions: tableOf<Session>([]),
    views: tableOf<View>([]),
  };
}

export type ShopState = ReturnType<typeof makeShopState>;

/** Tables that change when pages are viewed; state comparisons ignore them. */
export const volatile = ['sessions', 'views'] as const;

export function tablesOf(state: ShopState): Tables {
  return Object.fromEntries(Object.entries(state).map(([name, table]) => [name, table.all()]));
}
