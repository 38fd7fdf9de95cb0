const secretName = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
const minKey = 6;
const wordEnd = '[\\p{L}\\p{N}_]';
const startsAsWord = new RegExp(`^${wordEnd}`, 'u');
const endsAsWord = new RegExp(`${wordEnd}$`, 'u');
const mark = '\\[redacted:\\w+\\]';

/** The values of variables that look like keys. */
export function keysOf(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    secretName.test(name) && value !== undefined && value.length >= minKey ? [value] : [],
  );
}

/** Replaces the values wherever they stand, and what looks like a key, a bearer token or a cookie. */
export function keysRedacted(values: readonly string[]): (text: string) => string {
  const ofValues = values.length > 0 ? anyOf(values.map(escaped)) : null;
  return (text) =>
    (ofValues ? replaceUnmarked(text, ofValues, () => '[redacted:key]') : text)
      .replace(/\bsk-[A-Za-z0-9_-]{16,}/g, '[redacted:key]')
      .replace(/\b(Bearer)\s+(?!\[redacted)[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted:bearer]')
      .replace(
        /\b(set-cookie|cookie)("?\s*[:=])(?!\s*"?\[redacted)(\s*"?)[^\n"]+/gi,
        '$1$2$3[redacted:cookie]',
      );
}

/** What finds these words where they are whole words, as they are or as an address or JSON writes them. */
export function wordsPattern(words: Iterable<string>): RegExp {
  return anyOf([...new Set([...words].flatMap(spellings))].map(wholeWord));
}

export function hasWord(text: string, word: string): boolean {
  return new RegExp(wholeWord(word), 'u').test(text);
}

/** Replaces what a pattern of `wordsPattern` finds outside of what has been redacted. */
export function replaceUnmarked(
  text: string,
  pattern: RegExp,
  replacement: (found: string) => string,
): string {
  return text.replace(pattern, (found, marked: string | undefined) => marked ?? replacement(found));
}

/** A word of the same shape: what asks only for letters or digits in a place still finds them there. */
export function shapeOf(word: string): string {
  return word
    .replace(/\p{Lu}/gu, 'X')
    .replace(/(?!X)\p{L}/gu, 'x')
    .replace(/\p{N}/gu, '0');
}

/** The longest first: what was typed in pieces begins with them. A mark is found first, so that it is left alone. */
function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp([`(${mark})`, ...[...patterns].sort((a, b) => b.length - a.length)].join('|'), 'gu');
}

function wholeWord(word: string): string {
  const before = startsAsWord.test(word) ? `(?<!${wordEnd})` : '';
  const behind = endsAsWord.test(word) ? `(?!${wordEnd})` : '';
  return `${before}${escaped(word)}${behind}`;
}

function spellings(word: string): string[] {
  const encoded = encodeURIComponent(word.toWellFormed());
  return [word, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(word).slice(1, -1)];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
