import { type Context, Hono } from 'hono';
import type { CreateHost, World } from '../../../harness/web/host-handler.ts';
import { pages } from './pages/index.ts';
import type { Answer, Site } from './pages/page.ts';
import { type Exchange, exchangeOf } from './parts/exchange.ts';
import { notFound, signedOut, wrongForm } from './parts/refusals.ts';
import { isSignedIn, sessionCookie } from './state/session.ts';
import { openTrack, type Track, volatileTables } from './state/track.ts';

/** The issue tracker of the one person who is signed in and of the rest of the town. It is made when something is first asked of it. */
export const createTrack: CreateHost = (world) => {
  const open = onFirstUse(() => openSite(world));
  return {
    fetch: (request) => {
      const { pathname, protocol, href } = new URL(request.url);
      if (protocol === 'http:') return Response.redirect(href.replace(/^http:/, 'https:'), 301);
      return pathname.startsWith('/assets/') ? undefined : open().app.fetch(request);
    },
    tables: () => open().track.store.tables(),
    volatile: volatileTables,
  };
};

function openSite(world: World): { track: Track; app: Hono } {
  const track = openTrack(world);
  const app = new Hono();
  const none = new URLSearchParams();
  const answer = async (context: Context, exchange: Exchange, give: Answer) => {
    const isSigningIn = context.req.method === 'POST' && context.req.path === '/sign-in';
    const response = isSignedIn(track) || isSigningIn ? give(exchange) : signedOut(exchange);
    return (await response) ?? notFound(exchange);
  };
  const site: Site = {
    get: (path, give) => app.get(path, (context) => answer(context, exchangeOf(track, context, none), give)),
    post: (path, give) =>
      app.post(path, async (context) => {
        if (!isForm(context.req.raw)) return wrongForm(exchangeOf(track, context, none));
        const form = new URLSearchParams(await context.req.text());
        return answer(context, exchangeOf(track, context, form), give);
      }),
  };
  app.use(async (context, next) => {
    await next();
    if (context.req.header('cookie')?.includes(sessionCookie(world).split(';')[0] ?? '') !== true)
      context.header('set-cookie', sessionCookie(world), { append: true });
  });
  for (const page of pages) page(site);
  app.notFound((context) => answer(context, exchangeOf(track, context, none), () => undefined));
  // A page that breaks down is a fault of this host: the web that serves it says so.
  app.onError((error) => {
    throw error;
  });
  return { track, app };
}

/** A form of another site is none of ours. What says nothing of where it comes from is no browser's. */
function isForm({ headers }: Request): boolean {
  const isFromHere = ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
  return isFromHere && !/^multipart\//i.test(headers.get('content-type') ?? '');
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
