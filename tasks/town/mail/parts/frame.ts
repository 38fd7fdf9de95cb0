import { html } from 'hono/html';
import { documentOf, type Markup } from '../../site/document-of.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import { menu } from './menu.ts';
import { noticeBar } from './notice-bar.ts';

/** The requested address of a page, and the notice of the last action. */
export type Visit = { readonly state: MailboxState; readonly url: URL };

/** The layout of every page: header with search, menu, notice, and content. */
export function frame({ state, url }: Visit, title: string, content: unknown): Markup {
  const { store, world } = state;
  const name = store.get('settings', 'settings')?.displayName ?? world.person.name;
  const asked = url.pathname === '/search' ? (url.searchParams.get('q') ?? '') : '';
  return document(
    title,
    html`<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu-button" popovertarget="menu">Menu</button>
<a class="brand" href="/folder/inbox">Townpost</a>
<form class="search" action="/search" role="search">
<label class="unseen" for="search">Search mail</label>
<input id="search" type="search" name="q" value="${asked}" placeholder="Search mail" autocomplete="off">
<button type="submit">Search</button>
<a href="/search/advanced">More options</a>
</form>
<form class="account" method="post" action="/sign-out"><span>${name}</span> <button type="submit" class="plain">Sign out</button></form>
</header>
${menu({ state, url })}
<main id="content" tabindex="-1">
${noticeBar({ state, url })}
${content}
</main>`,
  );
}

export const document = documentOf(
  'Townpost',
  html`<link rel="stylesheet" href="/assets/mail.css">
<script src="/assets/mail.js" type="module"></script>`,
);
