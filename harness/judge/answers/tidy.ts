/**
 * What an answer is whatever its type: composed letters (Unicode NFC), every kind of space as one space, the minus
 * sign (U+2212), the hyphens of Unicode and typographic quotes as those of ASCII, no space around it, and none of the marks
 * that chat puts around an answer: one pair of quotes, or Markdown's `**`, `*`, `_` or backticks.
 */
export function tidy(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
  return withoutMarks(plain);
}

function withoutMarks(text: string): string {
  for (const mark of ['**', '`', '"', "'", '*', '_']) {
    const inner = text.slice(mark.length, text.length - mark.length);
    if (text.length <= 2 * mark.length || !text.startsWith(mark) || !text.endsWith(mark)) continue;
    // What holds the mark once more is no pair: *a* and *b*.
    if (!inner.includes(mark)) return inner.trim();
  }
  return text;
}

/** Without the full stop that ends a sentence; an answer of dots is left. */
export function withoutStop(text: string): string {
  return /[^.]\.$/.test(text) ? text.slice(0, -1) : text;
}
