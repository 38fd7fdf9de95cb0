import { html } from 'hono/html';
import { sizeOf } from '../parts/attachment-list.ts';
import { readCsv } from '../parts/read-csv.ts';
import type { Page } from './page.ts';

/** An attachment, shown in the page and as a file. */
export const attachmentPage: Page = (site) => {
  site.get('/attachment/:id', (exchange) => {
    const { store } = exchange.state;
    const attachment = store.get('attachments', exchange.parameter('id'));
    if (!attachment) return undefined;
    const { id, name, type, text, message } = attachment;
    const owner = store.get('messages', message);
    const back = owner
      ? html`<a href="/thread/${owner.thread}#${owner.id}">Back to “${owner.subject}”</a>`
      : html`<a href="/drafts/${message}">Back to the draft</a>`;
    const content =
      type === 'text/csv' ? table(name, readCsv(text)) : html`<pre class="file" tabindex="0">${text}</pre>`;
    return exchange.show(
      name,
      html`<p class="way">${back}</p><div class="heading"><h1>${name}</h1><span class="quiet">${sizeOf(attachment)}</span>
<a class="button" href="/attachment/${id}/file" download="${name}">Download</a></div>${content}`,
    );
  });
  site.get('/attachment/:id/file', ({ state, parameter }) => {
    const attachment = state.store.get('attachments', parameter('id'));
    return (
      attachment &&
      new Response(attachment.text, {
        headers: {
          'content-type': `${attachment.type}; charset=utf-8`,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
        },
      })
    );
  });
};

function table(name: string, [head = [], ...rows]: readonly (readonly string[])[]) {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Table"><table><caption>${name}</caption>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
