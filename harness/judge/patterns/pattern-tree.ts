/** A part of a regular expression. Its source runs from `start` to `end`, with the quantifier; `min` is the quantifier's minimum. */
export type PatternNode = { start: number; end: number; min: number } & Atom;

type Atom =
  | { kind: 'anchor'; side: 'start' | 'end' }
  | { kind: 'literal'; text: string }
  /** One of several characters: a class, a dot, `\d`; `set` is its source without the quantifier. */
  | { kind: 'set'; set: string }
  | { kind: 'group'; alternatives: Alternatives }
  /** Matches no characters, or unknown ones: lookaround, `\b`, a backreference. */
  | { kind: 'other' };

export type Alternatives = readonly (readonly PatternNode[])[];

const atomSource =
  /\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|[\s\S]/iy;
const quantifier = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;

/** More repetitions than in any usual URL are not worth expanding. */
const maxRepetitions = 64;

const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' };

/** The parts of a valid JavaScript regular expression without flags. */
export function parsePattern(source: string): Alternatives {
  let at = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = at;
    const found = token.exec(source);
    at += found?.[0].length ?? 0;
    return found;
  };
  const alternatives = (): PatternNode[][] => {
    let last: PatternNode[] = [];
    const all = [last];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        last = [];
        all.push(last);
      } else last.push(node());
    }
    return all;
  };
  const node = (): PatternNode => {
    const start = at;
    const opening = take(atomSource)?.[0] ?? '';
    const atom = opening.startsWith('(') ? group(opening) : atomOf(opening);
    const repeated = take(quantifier);
    return { ...atom, start, end: at, min: repeated === null ? 1 : minOf(repeated) };
  };
  const group = (opening: string): Atom => {
    const inside = alternatives();
    at += 1;
    return /^\(\?<?[=!]/.test(opening) ? { kind: 'other' } : { kind: 'group', alternatives: inside };
  };
  return alternatives();
}

function atomOf(source: string): Atom {
  if (source === '^' || source === '$') return { kind: 'anchor', side: source === '^' ? 'start' : 'end' };
  if (source === '.' || (source.startsWith('[') && source.length > 1) || /^\\[dws]$/i.test(source)) {
    return { kind: 'set', set: source };
  }
  if (!source.startsWith('\\')) return { kind: 'literal', text: source };
  const code = /^\\[xu]([\da-f]+)$/i.exec(source)?.[1];
  if (code !== undefined) return { kind: 'literal', text: String.fromCharCode(Number.parseInt(code, 16)) };
  if (/^\\(?:[b1-9]|[ck].)/i.test(source) || source === '\\b' || source === '\\B') return { kind: 'other' };
  const escaped = source.slice(1);
  return { kind: 'literal', text: controls[escaped] ?? escaped };
}

function minOf([source, counted]: RegExpExecArray): number {
  if (counted !== undefined) return Math.min(Number(counted), maxRepetitions);
  return source.startsWith('+') ? 1 : 0;
}
