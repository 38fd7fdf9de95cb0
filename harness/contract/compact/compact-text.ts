import type { Allowance } from '../allowances.ts';
import { clip } from '../clip.ts';
import type { TextFact } from '../facts.ts';
import { locate } from '../locate-text.ts';

/** Characters of the beginning that are always kept: the preview in the evidence. */
const beginning = 240;

type Span = { start: number; end: number };

/**
 * The beginning of the text and a window around each wanted string, or around the place that nearly is one. Every piece
 * is a part of the text, so that no piece holds a string that the text did not.
 */
export function compactText(
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
