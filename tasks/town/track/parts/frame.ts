import { html } from 'hono/html';
import { documentOf, type Markup } from '../../site/document-of.ts';
import type { Track } from '../state/track.ts';
import { noticeBar } from './notice-bar.ts';

/** The requested address of a page. */
export type Visit = { readonly track: Track; readonly url: URL };

const places = {
  '/home': 'Home',
  '/projects': 'Projects',
  '/issues': 'Issues',
  '/activity': 'Activity',
  '/notifications': 'Notifications',
  '/filters': 'Saved filters',
  '/people': 'People',
  '/settings': 'Settings',
  '/help': 'Help',
};

/** The layout of every page: bar with search and menu, notice, and content. */
export function frame({ track, url }: Visit, title: string, content: unknown): Markup {
  const { store, world } = track;
  const asked = url.pathname === '/search' ? (url.searchParams.get('q') ?? '') : '';
  const unread = store.all('notifications').filter(({ read }) => !read).length;
  const links = Object.entries(places).map(
    ([path, name]) =>
      html`<li><a href="${path}"${url.pathname === path ? html` aria-current="page"` : ''}>${name}${
        path === '/notifications' && unread > 0 ? html` <span class="count">${unread} unread</span>` : ''
      }</a></li>`,
  );
  return document(
    title,
    html`<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu-button" popovertarget="menu">Menu</button>
<a class="brand" href="/home">Hobnail</a>
<form class="search" action="/search" role="search">
<label class="unseen" for="search">Search issues</label>
<input id="search" type="search" name="q" value="${asked}" placeholder="Words or a key" autocomplete="off">
<button type="submit">Search</button>
</form>
<a class="button primary" href="/issues/new">New issue</a>
<form class="account" method="post" action="/sign-out"><span>${world.person.name}</span> <button type="submit" class="plain">Sign out</button></form>
</header>
<nav id="menu" class="menu" popover aria-label="Main"><ul>${links}</ul></nav>
<main id="content" tabindex="-1">
${noticeBar(url)}
${content}
</main>`,
  );
}

export const document = documentOf(
  'Hobnail',
  html`<link rel="stylesheet" href="/assets/track.css">
<link rel="icon" href="/assets/icon.svg">
<script src="/assets/track.js" type="module"></script>`,
);
