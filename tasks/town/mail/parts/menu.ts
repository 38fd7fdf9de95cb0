import { html } from 'hono/html';
import { isUnread } from '../deeds/mark-read.ts';
import type { MailboxState } from '../state/mailbox-state.ts';

type Place = { readonly path: string; readonly name: string; readonly count?: string };

/** Beside the content on wide screens; otherwise it opens over the page with the header's button. */
export function menu({ state, url }: { state: MailboxState; url: URL }) {
  const { store } = state;
  const folders = store.all('folders');
  const folder = (id: string) => folders.filter((each) => each.id === id).map((each) => placeOf(state, each));
  const drafts = store.all('drafts').length;
  const mail: Place[] = [
    ...folder('inbox'),
    { path: '/starred', name: 'Starred' },
    { path: '/drafts', name: 'Drafts', ...(drafts > 0 && { count: `${drafts}` }) },
    ...['sent', 'archive', 'spam', 'trash'].flatMap(folder),
  ];
  const own = folders.filter(({ builtIn }) => !builtIn).map((each) => placeOf(state, each));
  const labels = store.all('labels').map(({ id, name }) => ({ path: `/label/${id}`, name }));
  const more = [
    { path: '/contacts', name: 'Contacts' },
    { path: '/settings', name: 'Settings' },
    { path: '/help', name: 'Help' },
  ];
  const list = (places: readonly Place[]) =>
    html`<ul>${places.map(
      ({ path, name, count }) =>
        html`<li><a href="${path}"${url.pathname === path ? html` aria-current="page"` : ''}>${name}${count ? html` <span class="count">${count}</span>` : ''}</a></li>`,
    )}</ul>`;
  return html`<nav id="menu" class="menu" popover aria-label="Folders and labels">
<a class="button primary" href="/compose">New message</a>
${list(mail)}
${own.length > 0 ? html`<h2>Folders</h2>${list(own)}` : ''}
${labels.length > 0 ? html`<h2>Labels</h2>${list(labels)}` : ''}
<h2>More</h2>${list(more)}
</nav>`;
}

function placeOf(state: MailboxState, { id, name }: { id: string; name: string }): Place {
  const unread = id === 'sent' || id === 'trash' ? 0 : unreadIn(state, id);
  return { path: `/folder/${id}`, name, ...(unread > 0 && { count: `${unread} unread` }) };
}

function unreadIn(state: MailboxState, folder: string): number {
  const { store } = state;
  const threads = store
    .all('messages')
    .filter((message) => store.get('threads', message.thread)?.folder === folder && isUnread(state, message))
    .map(({ thread }) => thread);
  return new Set(threads).size;
}
