import { ownFact } from './fact-kind.ts';
import type { TextFact, Texts } from './texts.ts';

type FoundText = Extract<TextFact, { found: true }>;

function isFound(text: TextFact | undefined): text is FoundText {
  return text !== undefined && 'pieces' in text;
}

export function hasText(text: TextFact, wanted: string): boolean {
  return isFound(text) && text.pieces.some((piece) => piece.includes(wanted));
}

/** Appends one piece to the text; without a text, the piece is the text. */
export function withPiece(text: TextFact | undefined, piece: string): FoundText {
  const { length, pieces } = isFound(text) ? text : { length: 0, pieces: [] };
  return { found: true, length: length + piece.length, pieces: [...pieces, piece] };
}

/** Replaces every occurrence of `wanted` by `miss`; afterwards the text does not contain `wanted`. */
export function replaceText(text: TextFact, wanted: string, miss: string): TextFact {
  if (!isFound(text)) return text;
  const pieces = text.pieces.map((piece) => withoutText(piece, wanted, miss));
  return { ...text, pieces, length: text.length + lengthOf(pieces) - lengthOf(text.pieces) };
}

/**
 * Adds a text for `body`, because a clause widened to `body` needs a text that may not have been collected. The text of
 * every element is part of the body's text. An unreadable text makes the body's text unreadable, unless the body's text
 * was collected.
 */
export function withBodyText(bySelector: Texts['texts']): Texts['texts'] {
  const texts = Object.values(bySelector);
  const collected = ownFact(bySelector, 'body');
  if (texts.length === 0 || (collected !== undefined && !isFound(collected))) return bySelector;
  const unread = texts.find((text) => 'error' in text);
  if (collected === undefined && unread !== undefined) return { ...bySelector, body: unread };
  let body: FoundText = collected ?? { found: true, length: 0, pieces: [] };
  for (const piece of texts.filter(isFound).flatMap(({ pieces }) => pieces)) {
    if (!hasText(body, piece)) body = withPiece(body, piece);
  }
  return { ...bySelector, body };
}

/** Replaces `wanted` by `miss` until it is gone: a replacement can form `wanted` with the characters around it. */
function withoutText(text: string, wanted: string, miss: string): string {
  let changed = text;
  // Each round removes characters of one case, or inserts a character that `wanted` does not have; so the loop ends.
  for (let round = 0; round < text.length && changed.includes(wanted); round++) {
    changed = changed.replaceAll(wanted, () => miss);
  }
  return changed;
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
