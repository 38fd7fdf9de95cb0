import type { Context, Hono, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { World } from '../../../harness/web/host-handler.ts';
import type { Account, Session } from './state/rows.ts';
import type { ShopState } from './state/shop-state.ts';
import { dayOf } from './words/dates.ts';
import { mark } from './words/mark.ts';

export type Shop = { readonly world: World; readonly state: ShopState; readonly today: string };

/** The visitor of a page, and the shop. */
export type Visit = { shop: Shop; session: Session; customer: Account | null; url: URL };

export type ShopEnv = { Variables: { visit: Visit } };
export type ShopApp = Hono<ShopEnv>;
export type Asked = Context<ShopEnv>;

const cookie = 'session';

/** A visitor without a session of this shop is the person of the world: a browser starts signed in. */
export function beginVisit(shop: Shop): MiddlewareHandler<ShopEnv> {
  return async (context, next) => {
    const { sessions, accounts } = shop.state;
    let session = sessions.get(getCookie(context, cookie) ?? '');
    if (!session) {
      const id = mark(shop.world.seed, 'session', sessions.all().length);
      session = { id, customer: shop.world.person.id };
      sessions.put(session);
      setCookie(context, cookie, session.id, { httpOnly: true, sameSite: 'Lax' });
    }
    const customer = accounts.get(session.customer ?? '') ?? null;
    context.set('visit', { shop, session, customer, url: new URL(context.req.url) });
    await next();
  };
}

/** Redirects to the sign-in page and from there to the requested page; a posted form is lost. */
export const mustSignIn: MiddlewareHandler<ShopEnv> = async (context, next) => {
  const { customer, url } = context.get('visit');
  if (customer) return next();
  const wanted = context.req.method === 'GET' ? `${url.pathname}${url.search}` : '/';
  return context.redirect(`/sign-in?next=${encodeURIComponent(wanted)}`, 303);
};

/** The shop and its customer, after `mustSignIn`. */
export function signedIn(context: Asked): Visit & { customer: Account } {
  const visit = context.get('visit');
  const { customer } = visit;
  if (!customer) throw new Error(`${visit.url.pathname} is not behind mustSignIn`);
  return { ...visit, customer };
}

export function shopOf(world: World, state: ShopState): Shop {
  return { world, state, today: dayOf(world.now) };
}

/** The fields of a form, with trimmed values. */
export async function readForm(context: Asked): Promise<Form> {
  const fields = new URLSearchParams(await context.req.text());
  return {
    text: (name) => (fields.get(name) ?? '').trim(),
    all: (name) => fields.getAll(name),
    has: (name) => fields.has(name),
  };
}

export type Form = { text(name: string): string; all(name: string): string[]; has(name: string): boolean };
