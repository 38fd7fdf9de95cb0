import { head } from '../../platform/words/format.ts';
import type { Entry, ShownAnswer } from './apis/api.ts';

/** Measured on snapshots of pages: fewer characters a token than prose has. */
const charactersPerToken = 2.6;
const tokensPerImage = 3300;
/** Shortened when a request fills this part of the window, and then so far that the next ones fit too. */
const fullAt = 0.8;
const shortenedTo = 0.5;
const keptCharacters = 400;
/** The newest answers are what the model is looking at. */
const leftWhole = 2;

/**
 * What was said, with the oldest answers of tools shortened where it would fill the model's window. What the model said
 * is never touched, so that its thinking stays as it came; many answers are shortened at once, so that the vendor's
 * cache is lost seldom.
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

/** Of what is sent, as text and images. */
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
