import { html } from 'hono/html';
import { attachmentsOf } from '../deeds/letter.ts';
import { nameOf } from '../lists/name-of.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Message } from '../state/rows.ts';
import { attachmentList } from './attachment-list.ts';
import { longDate } from './dates.ts';
import { messageText } from './message-text.ts';
import { snippetOf } from './snippet.ts';

/** One mail of a conversation; `open` shows all of it instead of its first words. */
export function messageCard(state: MailboxState, message: Message, open: boolean) {
  const { id, from, fromName, date, text } = message;
  const name = nameOf(state, from, fromName);
  const attachments = attachmentsOf(state, id);
  return html`<article class="message" id="${id}" aria-label="Message from ${name}, ${longDate(date)}">
<details${open ? html` open` : ''}><summary><span class="who">${name}</span> <span class="snippet">${snippetOf(text)}</span> <time datetime="${date}">${longDate(date)}</time></summary>
${heads(state, message)}
${messageText(text)}
${attachments.length > 0 ? attachmentList(attachments) : ''}
<p class="answers"><a class="button" href="/reply/${id}">Reply</a>${
    message.to.length + message.cc.length > 1
      ? html` <a class="button" href="/reply-all/${id}">Reply all</a>`
      : ''
  } <a class="button" href="/forward/${id}">Forward</a></p>
</details></article>`;
}

function heads(state: MailboxState, { from, fromName, to, cc, bcc, date }: Message) {
  const { store, world } = state;
  const contact = store.all('contacts').find(({ email }) => email === from);
  const isMine = from === world.person.email;
  const list = (emails: readonly string[]) =>
    emails.map((email) => `${nameOf(state, email)} <${email}>`).join(', ');
  const query = new URLSearchParams({ name: fromName, email: from });
  const more = contact
    ? html`<a href="/contacts/${contact.id}">Contact</a>`
    : html`<a href="/contacts/new?${query}">Add to contacts</a>`;
  const about = isMine
    ? ''
    : html`<dt>More</dt><dd>${more} · <a href="/settings/filters/new?${new URLSearchParams({ from })}">Filter mail like this</a></dd>`;
  return html`<dl class="heads"><dt>From</dt><dd>${nameOf(state, from, fromName)} &lt;${from}&gt;</dd>
<dt>To</dt><dd>${list(to)}</dd>${cc.length > 0 ? html`<dt>Cc</dt><dd>${list(cc)}</dd>` : ''}${
    bcc.length > 0 ? html`<dt>Bcc</dt><dd>${list(bcc)}</dd>` : ''
  }
<dt>Date</dt><dd>${longDate(date)}</dd>${about}</dl>`;
}
