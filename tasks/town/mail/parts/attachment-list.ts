import { html } from 'hono/html';
import type { Attachment } from '../state/rows.ts';

export function attachmentList(attachments: readonly Attachment[]) {
  return html`<section class="attachments" aria-label="Attachments"><ul>${attachments.map(
    (each) =>
      html`<li><a href="/attachment/${each.id}">${each.name}</a> <span class="quiet">${sizeOf(each)}</span></li>`,
  )}</ul></section>`;
}

/** As in `412 bytes` or `2.1 kB`. */
export function sizeOf({ text }: Pick<Attachment, 'text'>): string {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}
