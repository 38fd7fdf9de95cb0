import { head } from '../../platform/words/format.ts';
import type { Entry, ShownAnswer } from './apis/api.ts';

/** Measured on snapshots of pages, which have fewer characters per token than prose. */
const charactersPerToken = 2.6;
const tokensPerImage = 3300;
/** A request above this share of the window is shortened, and so far that the next ones fit as well. */
const fullAt = 0.8;
const shortenedTo = 0.5;
const keptCharacters = 400;
/** The newest answers stay whole, because the model works with them. */
const leftWhole = 2;

/**
 * The conversation with its oldest tool answers shortened if it would fill the model's window. The model's own messages
 * stay unchanged, because its thinking must. Many answers are shortened at once, so that the vendor's cache is rarely
 * invalidated.
 */
export function fitContext(
  entries: readonly Entry[],
  {
    window,
    besides,
    full = fullAt,
    whole = leftWhole,
  }: { window: number; besides: number; full?: number; whole?: number },
): readonly Entry[] {
  let tokens = besides + entries.reduce((sum, entry) => sum + tokensOf(entry), 0);
  if (tokens <= window * full) return entries;
  const goal = window * Math.min(shortenedTo, full);
  const answered = entries.flatMap(({ from }, index) => (from === 'tools' ? [index] : []));
  const old = new Set(answered.slice(0, answered.length - whole));
  return entries.map((entry, index) => {
    if (entry.from !== 'tools' || !old.has(index) || tokens <= goal) return entry;
    const short: Entry = { from: 'tools', answers: entry.answers.map(shortened) };
    tokens -= tokensOf(entry) - tokensOf(short);
    return short;
  });
}

/** An estimate of a request's tokens, for text and images. */
export function tokensOf(value: unknown): number {
  let images = 0;
  const json = JSON.stringify(value, (key, child: unknown) => {
    const isImage = key === 'data' && typeof child === 'string' && child.length > 1000;
    if (isImage) images += 1;
    return isImage ? '' : child;
  });
  return Math.ceil((json ?? '').length / charactersPerToken) + images * tokensPerImage;
}

function shortened(answer: ShownAnswer): ShownAnswer {
  const text = answer.blocks.map((block) => (block.type === 'text' ? block.text : '(an image)')).join('\n');
  if (text.length <= keptCharacters && answer.blocks.every(({ type }) => type === 'text')) return answer;
  const kept = head(text, keptCharacters);
  const left = text.length - kept.length;
  const note = left > 0 ? `\n[shortened: ${left} more characters were here; ask again to see them]` : '';
  return { ...answer, blocks: [{ type: 'text', text: `${kept}${note}` }] };
}
