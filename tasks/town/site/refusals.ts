import { html } from 'hono/html';
import type { Person } from '../../../harness/web/host-handler.ts';
import type { Exchange } from './exchange.ts';

/** The start page of a site, and the name of links to it. */
export type Home = { readonly path: string; readonly link: string };

type Asked = Exchange<string>;

/** The error pages of a site. */
export function notFound({ show }: Asked, { path, link }: Home) {
  return show(
    'Not found',
    html`<h1>Not found</h1><p>There is nothing here. It may have been deleted, or the address is wrong.</p><p><a class="button" href="${path}">${link}</a></p>`,
    404,
  );
}

export function wrongForm({ show }: Asked, { path, link }: Home) {
  return show(
    'Not done',
    html`<h1>Not done</h1><p>That form cannot be read here. Nothing was changed.</p><p><a class="button" href="${path}">${link}</a></p>`,
    400,
  );
}

export function signedOut({ alone }: Asked, { name, email }: Person) {
  return alone(
    'Signed out',
    html`<h1>You are signed out</h1><p>This browser remembers one account.</p>
<form method="post" action="/sign-in"><button type="submit" class="primary">Go on as ${name} (${email})</button></form>`,
  );
}
