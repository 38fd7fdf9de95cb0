import { type Context, Hono } from 'hono';
import type { CreateHost, World } from '../../../harness/web/host-handler.ts';
import { receiveMail } from './deeds/receive-mail.ts';
import { pages } from './pages/index.ts';
import type { Answer, Site } from './pages/page.ts';
import { type Exchange, exchangeOf } from './parts/exchange.ts';
import { emptyForm, readForm } from './parts/read-form.ts';
import { notFound, signedOut, wrongForm } from './parts/refusals.ts';
import { type MailboxState, openMailbox, volatileTables } from './state/mailbox-state.ts';
import { isSignedIn, sessionCookie } from './state/session.ts';

/** The web mail of the one person who is signed in. It is made when something is first asked of it. */
export const createMail: CreateHost = (world) => {
  const open = onFirstUse(() => openSite(world));
  return {
    fetch: (request) => {
      const { pathname, protocol, href } = new URL(request.url);
      if (protocol === 'http:') return Response.redirect(href.replace(/^http:/, 'https:'), 301);
      return pathname.startsWith('/assets/') ? undefined : open().app.fetch(request);
    },
    tables: () => open().state.store.tables(),
    volatile: volatileTables,
    receive: (event) => {
      if (event.kind !== 'mail')
        throw new TypeError(`the mailbox takes events of kind mail, not ${event.kind}`);
      receiveMail(open().state, event);
    },
  };
};

function openSite(world: World): { state: MailboxState; app: Hono } {
  const state = openMailbox(world);
  const app = new Hono();
  const answer = async (context: Context, exchange: Exchange, give: Answer) => {
    const isSigningIn = context.req.method === 'POST' && context.req.path === '/sign-in';
    const response = isSignedIn(state) || isSigningIn ? give(exchange) : signedOut(exchange);
    return (await response) ?? notFound(exchange);
  };
  const site: Site = {
    get: (path, give) =>
      app.get(path, (context) => answer(context, exchangeOf(state, context, emptyForm), give)),
    post: (path, give) =>
      app.post(path, async (context) => {
        const form = isFromHere(context.req.raw) ? await readForm(context.req.raw) : null;
        return form
          ? answer(context, exchangeOf(state, context, form), give)
          : wrongForm(exchangeOf(state, context, emptyForm));
      }),
  };
  app.use(async (context, next) => {
    await next();
    if (context.req.header('cookie')?.includes(sessionCookie(world).split(';')[0] ?? '') !== true)
      context.header('set-cookie', sessionCookie(world), { append: true });
  });
  for (const page of pages) page(site);
  app.notFound((context) => answer(context, exchangeOf(state, context, emptyForm), () => undefined));
  // A page that breaks down is a fault of this host: the web that serves it says so.
  app.onError((error) => {
    throw error;
  });
  return { state, app };
}

/** A form of another site is none of ours. What says nothing of where it comes from is no browser's. */
function isFromHere(request: Request): boolean {
  return ['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'));
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
