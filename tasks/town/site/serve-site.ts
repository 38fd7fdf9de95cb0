import { type Context, Hono } from 'hono';
import type { HostHandler, World } from '../../../harness/web/host-handler.ts';
import { onFirstUse } from '../state/on-first-use.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerOf, PageOf, SiteOf } from './page.ts';
import { type Home, notFound, signedOut, wrongForm } from './refusals.ts';
import { isSignedIn, type Sessions, sessionCookie, setSignedIn } from './session.ts';

/** The parts of a site for one person. */
type Parts<Asked, Form> = {
  readonly world: World;
  readonly store: Sessions;
  /** The random source of the id in its cookie. */
  readonly session: string;
  readonly home: Home;
  readonly pages: readonly PageOf<Asked>[];
  exchangeOf(context: Context, form?: Form): Asked;
  /** Null if the body is not a form that the site accepts. */
  readForm(request: Request): Promise<Form | null>;
};

/** The site is created on the first page request. `/assets/` holds files. */
export function serveSite<Asked extends Exchange<string>, Form>(make: () => Parts<Asked, Form>): HostHandler {
  const app = onFirstUse(() => appOf(make()));
  return (request) => {
    const { pathname, protocol, href } = new URL(request.url);
    if (protocol === 'http:') return Response.redirect(href.replace(/^http:/, 'https:'), 301);
    return pathname.startsWith('/assets/') ? undefined : app().fetch(request);
  };
}

function appOf<Asked extends Exchange<string>, Form>(parts: Parts<Asked, Form>): Hono {
  const { world, store, home, exchangeOf, readForm } = parts;
  const app = new Hono();
  const answer = async (context: Context, exchange: Asked, give: AnswerOf<Asked>) => {
    const isSigningIn = context.req.method === 'POST' && context.req.path === '/sign-in';
    const response = isSignedIn(store) || isSigningIn ? give(exchange) : signedOut(exchange, world.person);
    return (await response) ?? notFound(exchange, home);
  };
  const site: SiteOf<Asked> = {
    get: (path, give) => app.get(path, (context) => answer(context, exchangeOf(context), give)),
    post: (path, give) =>
      app.post(path, async (context) => {
        const form = isFromHere(context.req.raw) ? await readForm(context.req.raw) : null;
        return form === null
          ? wrongForm(exchangeOf(context), home)
          : answer(context, exchangeOf(context, form), give);
      }),
  };
  const cookie = sessionCookie(world, parts.session);
  const [session = ''] = cookie.split(';');
  app.use(async (context, next) => {
    await next();
    if (!context.req.header('cookie')?.includes(session))
      context.header('set-cookie', cookie, { append: true });
  });
  for (const page of parts.pages) page(site);
  signOutPage(site, store, home);
  app.notFound((context) => answer(context, exchangeOf(context), () => undefined));
  // An error in a page is a fault of this host; the serving web reports it.
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** Signing out, and in again. */
function signOutPage<Asked extends Exchange<string>>(site: SiteOf<Asked>, store: Sessions, home: Home) {
  site.post('/sign-out', ({ lead }) => {
    setSignedIn(store, false);
    return lead('/sign-in');
  });
  site.get('/sign-in', ({ lead }) => lead(home.path));
  site.post('/sign-in', ({ lead }) => {
    setSignedIn(store, true);
    return lead(home.path);
  });
}

/** Rejects forms from another site. A request without an origin does not come from a browser. */
function isFromHere({ headers }: Request): boolean {
  return ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
}
