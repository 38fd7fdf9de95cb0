import { html } from 'hono/html';
import type { Paged } from '../lists/page-of.ts';

/** `noun` is what is counted, as in `conversations`. */
export function pager<Item>({ page, pages, total, first, items }: Paged<Item>, url: URL, noun: string) {
  if (pages === 1) return html`<p class="pager">${total} ${noun}</p>`;
  const at = (number: number) => {
    const target = new URL(url);
    for (const name of ['notice', 'undo']) target.searchParams.delete(name);
    target.searchParams.set('page', `${number}`);
    return `${target.pathname}${target.search}`;
  };
  return html`<nav class="pager" aria-label="Pages"><span>${first} to ${first + items.length - 1} of ${total} ${noun}</span>
${page > 1 ? html`<a class="button" rel="prev" href="${at(page - 1)}">Newer</a>` : ''}
<span>Page ${page} of ${pages}</span>
${page < pages ? html`<a class="button" rel="next" href="${at(page + 1)}">Older</a>` : ''}</nav>`;
}
