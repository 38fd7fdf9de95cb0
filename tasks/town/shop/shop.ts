import { Hono } from 'hono';
import { html } from 'hono/html';
import type { StatefulHost, World } from '../../../harness/web/host-handler.ts';
import { onFirstUse } from '../state/on-first-use.ts';
import { showPage } from './pages/layout.ts';
import { routeAccount } from './routes/account.ts';
import { routeAddresses } from './routes/addresses.ts';
import { routeBrowse } from './routes/browse.ts';
import { routeCart } from './routes/cart.ts';
import { routeCheckout } from './routes/checkout.ts';
import { routeHelp } from './routes/help.ts';
import { routeOrders } from './routes/orders.ts';
import { routeProduct } from './routes/product.ts';
import { routeSession } from './routes/session.ts';
import { routeWishes } from './routes/wishes.ts';
import { makeShopState, tablesOf, volatile } from './state/shop-state.ts';
import { beginVisit, type ShopEnv, shopOf } from './visit.ts';

const routes = [
  routeBrowse,
  routeProduct,
  routeCart,
  routeCheckout,
  routeOrders,
  routeAccount,
  routeAddresses,
  routeWishes,
  routeSession,
  routeHelp,
];

/** A general store: goods, baskets, orders, returns. It sends receipts to the town's mail. */
export function createShop(world: World): StatefulHost {
  const state = onFirstUse(() => makeShopState(world));
  const app = onFirstUse(() => appOf(world, state()));
  return {
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/assets/') ? undefined : app().fetch(request),
    tables: () => tablesOf(state()),
    volatile,
  };
}

function appOf(world: World, state: ReturnType<typeof makeShopState>): Hono<ShopEnv> {
  const app = new Hono<ShopEnv>();
  app.onError((error) => {
    throw error; // the web in front decides who is at fault
  });
  app.use(beginVisit(shopOf(world, state)));
  for (const route of routes) route(app);
  app.notFound((context) =>
    showPage(context, {
      title: 'There is no such page',
      status: 404,
      narrow: true,
      main: html`<p>What you look for has moved, or was never here.</p><p><a href="/">To the shop</a> or <a href="/help">to the help pages</a></p>`,
    }),
  );
  return app;
}
