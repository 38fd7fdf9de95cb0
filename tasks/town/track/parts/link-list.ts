import { html } from 'hono/html';
import type { Issue, Link } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { issueLink, statusChip } from './issue-words.ts';

const words = {
  blocks: ['Blocks', 'Is blocked by'],
  duplicates: ['Is a duplicate of', 'Has the duplicate'],
  relates: ['Relates to', 'Relates to'],
} as const satisfies Record<Link['kind'], readonly [string, string]>;

export function linkList({ store }: Track, { id, key }: Issue, canChange: boolean) {
  const rows = store.all('links').flatMap((link) => {
    const isFrom = link.from === id;
    const other = store.get('issues', isFrom ? link.to : link.from);
    if (!other || (!isFrom && link.to !== id)) return [];
    const canRemove = canChange && link.kind !== 'duplicates';
    return [
      html`<li><span class="way">${words[link.kind][isFrom ? 0 : 1]}</span> ${issueLink(other)} ${statusChip(other)}${
        canRemove
          ? html` <form method="post" action="/issues/${key}/unlink" class="inline"><input type="hidden" name="link" value="${link.id}"><button type="submit" class="plain" aria-label="Remove the link to ${other.key}">Remove</button></form>`
          : ''
      }</li>`,
    ];
  });
  return rows.length > 0 ? html`<ul class="bare">${rows}</ul>` : html`<p class="quiet">None.</p>`;
}
