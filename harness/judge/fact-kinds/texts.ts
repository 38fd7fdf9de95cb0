import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import type { Allowance } from '../compact/allowances.ts';
import { locate } from '../locate-text.ts';
import { notCollected, type PageState, type Reading, readPageState } from '../page-state.ts';
import { defineFactKind, ownFact } from './fact-kind.ts';

/**
 * The text of the first element that matches a selector. `pieces` is the whole text in one piece as read from the page.
 * After compaction it may hold only the parts that decide; `length` stays the length of the whole text. The first piece
 * is always the beginning of the text.
 */
const TextFact = z.union([
  z.strictObject({ found: z.literal(true), length: z.int().nonnegative(), pieces: z.array(z.string()) }),
  z.strictObject({ found: z.literal(false) }),
  z.strictObject({ error: z.string() }),
]);
export type TextFact = z.infer<typeof TextFact>;
export type Texts = { texts: Record<string, TextFact> };

export const texts = defineFactKind({
  name: 'text',
  asked: 'each',
  shape: { texts: z.record(z.string(), TextFact) },
  nothing: { texts: {} },
  compact: ({ texts }, clauses: readonly { selector: string; contains: string }[], { allowance }) => {
    const wanted = Map.groupBy(clauses, ({ selector }) => selector);
    const kept = Object.entries(texts).flatMap(([selector, text]) => {
      const strings = wanted.get(selector)?.map(({ contains }) => contains);
      return strings === undefined ? [] : [[selector, compactText(allowance, text, strings)]];
    });
    return { texts: Object.fromEntries(kept) };
  },
});

/** `null`: no element matches. */
export function readText(
  facts: Texts & PageState,
  selector: string,
): Reading<{ length: number; pieces: readonly string[] } | null> {
  return readPageState(facts, () => {
    const text = ownFact(facts.texts, selector);
    if (text === undefined) return notCollected(`text of ${selector}`);
    if ('error' in text) return { reason: text.error };
    return { value: text.found ? text : null };
  });
}

/** Characters kept from the beginning of every text: the preview in the evidence. */
const beginning = 240;

type Span = { start: number; end: number };

/**
 * Keeps the beginning of the text and a window around each wanted string, or around its near miss. Every piece is a part
 * of the text, so a piece contains no string that the text did not contain.
 */
function compactText(
  { wholeText, context, only }: Allowance,
  fact: TextFact,
  wanted: readonly string[],
): TextFact {
  if ('error' in fact) return { error: clip(fact.error, 240) };
  if (!fact.found) return fact;
  const kept = fact.pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (kept <= wholeText) return fact;
  const places = wanted
    .map((string) => locate(fact.pieces, string))
    .filter((place) => place !== null)
    .filter(({ as }) => as === 'exact' || only === 'what-matches');
  const pieces = fact.pieces.flatMap((text, index) => {
    const windows: Span[] = places
      .filter(({ piece }) => piece === index)
      .map(({ start, end }) => ({ start: start - context, end: end + context }));
    if (index === 0) windows.push({ start: 0, end: beginning });
    return merged(windows).map(({ start, end }) => text.slice(Math.max(0, start), end));
  });
  return { found: true, length: fact.length, pieces };
}

function merged(windows: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of windows.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}
