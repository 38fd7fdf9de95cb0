import { html } from 'hono/html';
import { isUnread, markRead } from '../deeds/mark-read.ts';
import { byDate } from '../lists/conversation.ts';
import { chips } from '../parts/chips.ts';
import { messageCard } from '../parts/message-card.ts';
import { starButton } from '../parts/star-button.ts';
import { toolbar } from '../parts/toolbar.ts';
import type { Page } from './page.ts';

/** A conversation, oldest mail first. Opening it marks it as read. */
export const threadPage: Page = (site) => {
  site.get('/thread/:id', (exchange) => {
    const { state } = exchange;
    const { store } = state;
    const thread = store.get('threads', exchange.parameter('id'));
    const messages = store
      .all('messages')
      .filter((each) => each.thread === thread?.id)
      .toSorted(byDate);
    const latest = messages.at(-1);
    if (!thread || !latest) return undefined;
    const open = new Set(messages.filter((each) => each === latest || isUnread(state, each)));
    markRead(state, [thread.id]);
    const { id, subject, folder } = thread;
    const place = store.get('folders', folder);
    return exchange.show(
      subject,
      html`<p class="way"><a href="/folder/${folder}">Back to ${place?.name}</a></p>
<div class="heading"><h1>${subject}</h1>${chips(state, thread)}</div>
<form class="list" method="post" action="/bulk">
<input type="hidden" name="thread" value="${id}"><input type="hidden" name="back" value="/thread/${id}"><input type="hidden" name="leave" value="/folder/${folder}">
${starButton(thread, 'Star this conversation')}
${toolbar(state, folder)}
</form>
${messages.length > 2 ? html`<p><button type="button" data-open-all hidden>Open all ${messages.length} messages</button></p>` : ''}
${messages.map((message) => messageCard(state, message, open.has(message)))}`,
    );
  });
};
