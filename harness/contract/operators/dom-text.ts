import { words } from '../clause-fields.ts';
import { clip, quote } from '../clip.ts';
import { locate } from '../locate-text.ts';
import { defineOperator } from './operator.ts';

/** `innerText` of the first match; case-sensitive and without folding of whitespace. */
export const domText = defineOperator({
  kind: 'dom_text',
  summary: 'The text of the first matching element contains a string.',
  fields: { selector: words().default('body'), contains: words() },
  seenAfterReload: true,
  needs: ({ selector }) => [{ text: selector }],
  judge: ({ selector, contains }, facts) => {
    const asked = { kind: 'dom_text', selector: clip(selector, 512), wanted: clip(contains, 512) } as const;
    const unseen = { preview: null, length: null };
    const read = facts.text(selector);
    if ('reason' in read) return { ...asked, ...unseen, outcome: 'inconclusive', reason: read.reason };
    if (read.value === null) return { ...asked, ...unseen, outcome: 'failed' };
    const { pieces, length } = read.value;
    const seen = { preview: (pieces[0] ?? '').slice(0, 240), length };
    const place = locate(pieces, contains);
    if (place?.as === 'exact') return { ...asked, ...seen, outcome: 'passed' };
    return { ...asked, ...seen, outcome: 'failed', ...(place === null ? {} : { nearMiss: place.as }) };
  },
  wanted: ({ selector, contains }) => `${clip(selector, 50)} contains ${quote(contains, 90)}`,
  observed: ({ preview, length, nearMiss }) => {
    if (preview === null) return 'no element matches the selector';
    const hint = nearMiss === undefined ? '' : `it is there but for ${nearMiss}; `;
    return `${hint}${quote(preview, 80)} (${length} characters)`;
  },
  holds: [
    { selector: 'h1', contains: 'Domain' },
    { texts: { h1: { found: true, length: 14, pieces: ['Example Domain'] } } },
  ],
  fails: [
    { selector: 'h1', contains: 'domain' },
    { texts: { h1: { found: true, length: 14, pieces: ['Example Domain'] } } },
  ],
  undecided: [{ selector: 'h1[', contains: 'Domain' }, { texts: { 'h1[': { error: 'h1[ is no selector' } } }],
});
