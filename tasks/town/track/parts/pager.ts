import { html } from 'hono/html';
import type { Paged } from '../lists/page-of.ts';

/** `noun` is what is counted, as in `issues`. */
export function pager<Item>({ page, pages, total, first, items }: Paged<Item>, url: URL, noun: string) {
  if (pages === 1) return html`<p class="pager">${total} ${total === 1 ? noun.replace(/s$/, '') : noun}</p>`;
  const at = (number: number) => {
    const target = new URL(url);
    target.searchParams.delete('notice');
    target.searchParams.set('page', `${number}`);
    return `${target.pathname}${target.search}`;
  };
  return html`<nav class="pager" aria-label="Pages"><span>${first} to ${first + items.length - 1} of ${total} ${noun}</span>
${page > 1 ? html`<a class="button" rel="prev" href="${at(page - 1)}">Previous</a>` : ''}
<span>Page ${page} of ${pages}</span>
${page < pages ? html`<a class="button" rel="next" href="${at(page + 1)}">Next</a>` : ''}</nav>`;
}
