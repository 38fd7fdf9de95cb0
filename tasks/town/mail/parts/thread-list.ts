import { html } from 'hono/html';
import { pageOf } from '../../site/page-of.ts';
import type { Conversation } from '../lists/conversation.ts';
import { nameOf } from '../lists/name-of.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import { chips } from './chips.ts';
import { shortDate } from './dates.ts';
import type { Visit } from './frame.ts';
import { bare } from './notice-bar.ts';
import { pager } from './pager.ts';
import { snippetOf } from './snippet.ts';
import { starButton } from './star-button.ts';
import { toolbar } from './toolbar.ts';

/** Conversations with checkboxes, and the actions for the checked ones. `folder` is '' in a list across folders. */
export function threadList(visit: Visit, found: readonly Conversation[], folder: string) {
  const { state, url } = visit;
  const size = state.store.get('settings', 'settings')?.pageSize ?? 25;
  const paged = pageOf(found, url, size);
  return html`<form class="list" method="post" action="/bulk">
<input type="hidden" name="back" value="${bare(url)}">
${toolbar(state, folder)}
<ul class="threads">${paged.items.map((each) => row(state, each))}</ul>
</form>
${pager(paged, url, 'conversations')}`;
}

function row(state: MailboxState, { thread, messages, latest, unread }: Conversation) {
  const { world, store } = state;
  const ids = new Set(messages.map(({ id }) => id));
  const hasAttachment = store.all('attachments').some(({ message }) => ids.has(message));
  const { id, subject } = thread;
  return html`<li class="thread${unread ? ' unread' : ''}">
<input type="checkbox" name="thread" value="${id}" aria-label="Select: ${subject}">
${starButton(thread, `Star: ${subject}`)}
<a href="/thread/${id}">${unread ? html`<span class="unseen">Unread: </span>` : ''}<span class="who">${correspondents(state, messages)}${
    messages.length > 1 ? html` <span class="count">${messages.length}</span>` : ''
  }</span> <span class="subject">${subject}</span> <span class="snippet">${snippetOf(latest.text)}</span> <time datetime="${latest.date}">${shortDate(latest.date, world.now)}</time></a>
<span class="marks">${hasAttachment ? html`<span class="clip">Attachment</span>` : ''}${chips(state, thread)}</span></li>`;
}

/** The senders, each once, by first message. If only the user wrote, the recipients. */
function correspondents(state: MailboxState, messages: Conversation['messages']): string {
  const me = state.world.person.email;
  if (messages.every(({ from }) => from === me)) {
    const [first, ...more] = messages.flatMap(({ to, cc, bcc }) => [...to, ...cc, ...bcc]);
    return `To: ${nameOf(state, first ?? me)}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  }
  const names = messages.map(({ from, fromName }) => (from === me ? 'me' : nameOf(state, from, fromName)));
  return [...new Set(names)].join(', ');
}
