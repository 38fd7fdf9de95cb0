import * as z from 'zod';
import { clip, quote } from '../../platform/words/format.ts';
import { words } from '../clause-fields.ts';
import { ownFact } from '../fact-kinds/fact-kind.ts';
import { hasText, replaceText, withBodyText, withPiece } from '../fact-kinds/text-facts.ts';
import { readText, type Texts, texts } from '../fact-kinds/texts.ts';
import { locate } from '../locate-text.ts';
import { halves, nearMisses } from '../patterns/near-miss.ts';
import { defineOperator } from './operator.ts';

/** `innerText` of the first match; case-sensitive, without folding of whitespace. */
export const domText = defineOperator({
  kind: 'dom_text',
  summary: 'The text of the first matching element contains a string.',
  passes:
    'the `innerText` (else `textContent`) of the first matching element contains the string: case-sensitive, exact whitespace',
  fields: { selector: words().default('body'), contains: words() },
  selectors: ['selector'],
  notes: { selector: 'default `body`' },
  facts: [texts],
  evidence: {
    selector: z.string(),
    wanted: z.string(),
    /** At most 240 characters of the observed text; null if no element matched. */
    preview: z.string().nullable(),
    length: z.int().nonnegative().nullable(),
    nearMiss: z.enum(['whitespace', 'case']).optional(),
  },
  seenAfterReload: true,
  needs: ({ selector }) => [{ text: selector }],
  judge: ({ selector, contains }, facts) => {
    const asked = { kind: 'dom_text', selector: clip(selector, 512), wanted: clip(contains, 512) } as const;
    const unseen = { preview: null, length: null };
    const read = readText(facts, selector);
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
  // The changed last and first characters detect the halves; the text elsewhere on the page detects the body.
  weakened: (clause) => [
    ...halves(clause.contains).map(({ name, text }) => ({
      name: `shortened to its ${name}`,
      clause: { ...clause, contains: text },
    })),
    { name: 'selector widened to body', clause: { ...clause, selector: 'body' } },
  ],
  broken: breakText,
  held: ({ selector, contains }, { texts }) => [
    { texts: { ...texts, [selector]: withPiece(ownFact(texts, selector), contains) } },
  ],
  completed: ({ texts }) => ({ texts: withBodyText(texts) }),
  forged: ({ selector, contains }) => ({ texts: [{ selector, contains }] }),
  drawn: {
    selector: ['body', 'h1', 'constructor', '.infobox'],
    contains: ['330 m', 'Eiffel Tower', 'a.b*c', 'ß', ' m 330', 'zz\n'],
  },
  holds: [
    { selector: 'h1', contains: 'Domain' },
    { texts: { h1: { found: true, length: 14, pieces: ['Example Domain'] } } },
  ],
  fails: [
    { selector: 'h1', contains: 'domain' },
    { texts: { h1: { found: true, length: 14, pieces: ['Example Domain'] } } },
  ],
  undecided: [
    { selector: 'h1[', contains: 'Domain' },
    { texts: { 'h1[': { error: 'invalid selector: h1[' } } },
  ],
});

/** Text in the body is also in other elements, so a near miss there changes every text. */
function breakText({ selector, contains }: { selector: string; contains: string }, facts: Texts) {
  const text = ownFact(facts.texts, selector);
  if (text === undefined || !hasText(text, contains)) return [];
  const isChanged = (other: string) => selector === 'body' || other === selector;
  const misses = nearMisses(contains).map(({ name, text: miss }) => {
    const changed = Object.entries(facts.texts).map(([other, fact]) => [
      other,
      isChanged(other) ? replaceText(fact, contains, miss) : fact,
    ]);
    const texts: Texts['texts'] = Object.fromEntries(changed);
    return { name, change: { texts } };
  });
  const [first] = misses;
  if (selector === 'body' || first === undefined) return misses;
  const body = withPiece(ownFact(first.change.texts, 'body'), contains);
  const elsewhere = { texts: { ...first.change.texts, body } };
  return [...misses, { name: 'elsewhere on the page only', change: elsewhere }];
}
