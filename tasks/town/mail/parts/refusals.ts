import { html } from 'hono/html';
import type { Exchange } from './exchange.ts';

/** The pages of what cannot be had. */
export function notFound({ show }: Exchange) {
  return show(
    'Not found',
    html`<h1>Not found</h1><p>There is nothing here. It may have been deleted, or the address is wrong.</p><p><a class="button" href="/folder/inbox">To the inbox</a></p>`,
    404,
  );
}

export function wrongForm({ show }: Exchange) {
  return show(
    'Not done',
    html`<h1>Not done</h1><p>That form cannot be read here. Nothing was changed.</p><p><a class="button" href="/folder/inbox">To the inbox</a></p>`,
    400,
  );
}

export function signedOut({ alone, state }: Exchange) {
  const { name, email } = state.world.person;
  return alone(
    'Signed out',
    html`<h1>You are signed out</h1><p>This browser remembers one account.</p>
<form method="post" action="/sign-in"><button type="submit" class="primary">Go on as ${name} (${email})</button></form>`,
  );
}
