import { html } from 'hono/html';
import { addressWith } from './address-with.ts';
import type { Paged } from './page-of.ts';

type Kind = {
  /** What the links to the page before and after are called. */
  readonly before: string;
  readonly after: string;
  /** Of an address: what another page of the list does not say again. */
  readonly without: readonly string[];
};

/** Pagers of a site. `noun` is what is counted, as in `issues`. */
export function pagerOf({ before, after, without }: Kind) {
  return <Item>({ page, pages, total, first, items }: Paged<Item>, url: URL, noun: string) => {
    if (pages === 1)
      return html`<p class="pager">${total} ${total === 1 ? noun.replace(/s$/, '') : noun}</p>`;
    const at = (number: number) => addressWith(url, { page: `${number}` }, without);
    return html`<nav class="pager" aria-label="Pages"><span>${first} to ${first + items.length - 1} of ${total} ${noun}</span>
${page > 1 ? html`<a class="button" rel="prev" href="${at(page - 1)}">${before}</a>` : ''}
<span>Page ${page} of ${pages}</span>
${page < pages ? html`<a class="button" rel="next" href="${at(page + 1)}">${after}</a>` : ''}</nav>`;
  };
}
