import { html } from 'hono/html';
import { addressWith } from './address-with.ts';
import type { Paged } from './page-of.ts';

type Kind = {
  /** The names of the links to the previous and next page. */
  readonly before: string;
  readonly after: string;
  /** The query fields that links to other pages of the list leave out. */
  readonly without: readonly string[];
};

/** The pagers of a site. `noun` names the items, as in `issues`. */
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
