import { html } from 'hono/html';
import type { Page } from './page.ts';

const searches = {
  'boat repair': 'both words, anywhere in a message',
  '"boat repair"': 'the words in this order',
  'from:ada': 'what Ada wrote',
  'to:ada': 'what Ada was sent, in copy too',
  'subject:boat': 'the word stands in the subject',
  'has:attachment': 'a file is attached',
  'after:2031-01-15': 'from that day on',
  'before:2031-01-15': 'earlier than that day',
  'in:trash': 'lies in that folder',
  'label:bills': 'carries that label',
  'is:unread': 'not read yet; is:read and is:starred too',
  '-boat': 'without the word; works before every other condition too',
};

const keys = {
  'j, k': 'to the next, the previous conversation of a list',
  x: 'select the conversation',
  c: 'a new message',
  '/': 'to the search',
  r: 'in a conversation: reply to its last message',
  u: 'in a conversation: back to its folder',
};

export const helpPage: Page = (site) => {
  site.get('/help', (exchange) =>
    exchange.show(
      'Help',
      html`<h1>Help</h1>
<h2 id="search">How to write a search</h2><p>Conversations are found where one message meets all conditions. Spam and trash are left out unless you name the folder.</p>
<dl class="glossary">${terms(searches)}</dl>
<h2 id="keys">Keys</h2><dl class="glossary">${terms(keys)}</dl>
<h2 id="undo">Undo</h2><p>After conversations were moved, starred or labelled, a bar on top takes it back. What was deleted for good stays deleted.</p>
<h2 id="addresses">Addresses</h2><p>Write an address, or the name of a contact. Separate several with commas.</p>`,
    ),
  );
};

const terms = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([term, what]) => html`<dt><kbd>${term}</kbd></dt><dd>${what}</dd>`);
