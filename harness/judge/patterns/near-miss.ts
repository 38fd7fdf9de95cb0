import type { Match } from './match.ts';
import { type Alternatives, type PatternNode, parsePattern } from './pattern-tree.ts';
import { syntaxProblem } from './selector-problem.ts';
/** Texts close to the wanted text that do not contain it, each once. */
export function nearMisses(wanted: string): { name: string; text: string }[] {
  const characters = Array.from(wanted);
  const changed = (index: number) => characters.with(index, otherCharacter(characters, index)).join('');
  const upper = wanted.toUpperCase();
  const misses = [
    { name: 'last character changed', text: changed(characters.length - 1) },
    { name: 'first character changed', text: changed(0) },
    { name: 'case changed', text: upper === wanted ? wanted.toLowerCase() : upper },
  ];
  const seen = new Set([wanted]);
  return misses.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Both halves; empty for a single character. */
export function halves(wanted: string): { name: string; text: string }[] {
  const characters = Array.from(wanted);
  const middle = Math.floor(characters.length / 2);
  if (middle === 0) return [];
  return [
    { name: 'first half', text: characters.slice(0, middle).join('') },
    { name: 'second half', text: characters.slice(middle).join('') },
  ];
}

/** A character of the same class (a digit for a digit) that the whole text does not contain. */
function otherCharacter(characters: readonly string[], index: number): string {
  const isDigit = /\d/.test(characters[index] ?? '');
  const candidates = isDigit ? '7418529630xyz' : 'xzqkvwjybfgpmhucdlnraoistexyz0';
  const free = Array.from(candidates).find((candidate) => !characters.includes(candidate));
  if (free !== undefined) return free;
  let code = 0x2460;
  while (characters.includes(String.fromCodePoint(code))) code += 1;
  return String.fromCodePoint(code);
}

type Parts = { scheme: string; host: string; path: string; query: string; fragment: string };

/**
 * URLs close to the observed URL, each once. Query and fragment are changed only if the pattern asks for one by a literal,
 * and the scheme only if the pattern does not contain `https?`: an author who leaves these open does so on purpose.
 */
export function rejectedEndUrls(url: string, pattern: string): { name: string; url: string }[] {
  const parts = split(url);
  if (parts === null) return [{ name: 'other host', url: 'https://elsewhere.test/' }];
  const { host, path, query, fragment } = parts;
  const tree = syntaxProblem(pattern) === null ? parsePattern(pattern) : [];
  const asksFor = (mark: string) => tree.length > 0 && alwaysHas(tree, mark);
  const change = (name: string, changed: Partial<Parts>) => ({ name, url: join({ ...parts, ...changed }) });
  const misses = [
    change('other host', { host: host === 'elsewhere.test' ? 'another.test' : 'elsewhere.test' }),
    change('more before the host', { host: `not${host}` }),
    change('more after the host', { host: host.replace(/(:\d+)?$/, '.elsewhere.test$1') }),
    change('other path', { path: path === '/elsewhere' ? '/another' : '/elsewhere' }),
    change('other end of the path', { path: path.replace(/[^/]*$/, 'elsewhere') }),
    change('longer path', { path: `${path || '/'}x` }),
    { name: 'in the query of another URL', url: `https://elsewhere.test/?next=${url}` },
    ...(pattern.includes('https?') ? [] : [change('other scheme', { scheme: otherScheme(parts.scheme) })]),
    ...(query !== '' && asksFor('?')
      ? [
          change('no query', { query: '' }),
          change('other query', { query: query === '?elsewhere' ? '?another' : '?elsewhere' }),
          change('longer query', { query: `${query}x` }),
        ]
      : []),
    ...(fragment !== '' && asksFor('#')
      ? [
          change('no fragment', { fragment: '' }),
          change('other fragment', { fragment: fragment === '#elsewhere' ? '#another' : '#elsewhere' }),
          change('longer fragment', { fragment: `${fragment}x` }),
        ]
      : []),
  ];
  const seen = new Set([url]);
  return misses.filter((miss) => !seen.has(miss.url) && seen.add(miss.url));
}

/** Not by the URL class, which would normalise the browser's URL. Null without a host. */
function split(url: string): Parts | null {
  const found = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url);
  if (found === null) return null;
  const [, scheme = '', host = '', path = '', query = '', fragment = ''] = found;
  return { scheme, host, path, query, fragment };
}

function join({ scheme, host, path, query, fragment }: Parts): string {
  return `${scheme}://${host}${path}${query}${fragment}`;
}

function otherScheme(scheme: string): string {
  return scheme === 'https' ? 'http' : 'https';
}

function alwaysHas(alternatives: Alternatives, character: string): boolean {
  return alternatives.every((nodes) =>
    nodes.some(
      (node) =>
        node.min > 0 &&
        (node.kind === 'group'
          ? alwaysHas(node.alternatives, character)
          : node.kind === 'literal' && node.text === character),
    ),
  );
}

/**
 * URLs that contain a sample of a pattern, the likeliest first. A sample that is not a URL by itself is appended to one:
 * to the page's URL, if a page is open.
 */
export function sampleUrls(sample: string, current: string | null): string[] {
  if (/^[a-z]+:/i.test(sample)) return [sample, `${current ?? ''}${sample}`];
  return [...(current === null ? [] : [current + sample]), `https://somewhere.test/${sample}`, sample];
}

/** The order of characters tried for a class, before the characters of its own source: usual ones in a URL, then the rest of ASCII. */
const tried = 'a1-_/.~?#=&%+:,;@!$()*[]\'A "<>\\^`{|}'.split('');

/** Longer than any URL that a pattern is matched against. */
const longest = 10_000;

/**
 * A short string that should match the pattern, or null if none was found. Lookarounds and backreferences are not
 * evaluated, so the caller has to check the match.
 */
export function samplePattern(pattern: string, match: Match): string | null {
  const sample = sampleOf(parsePattern(pattern), match);
  return sample !== null && sample.length <= longest ? sample : null;
}

/** The shortest sample of the alternatives; the first among equals. */
function sampleOf(alternatives: Alternatives, match: Match): string | null {
  const samples = alternatives
    .map((nodes) => joined(nodes.map((node) => repeated(node, match))))
    .filter((sample) => sample !== null)
    .toSorted((a, b) => a.length - b.length);
  return samples[0] ?? null;
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.reduce<string | null>((all, part) => (all === null || part === null ? null : all + part), '');
}

function repeated(node: PatternNode, match: Match): string | null {
  if (node.min === 0) return '';
  const once = onceOf(node, match);
  return once === null || once.length * node.min > longest ? null : once.repeat(node.min);
}

function onceOf(node: PatternNode, match: Match): string | null {
  if (node.kind === 'literal') return node.text;
  if (node.kind === 'group') return sampleOf(node.alternatives, match);
  if (node.kind !== 'set') return '';
  return (
    [...tried, ...node.set].find((character) => {
      const result = match(node.set, character);
      return 'matched' in result && result.matched;
    }) ?? null
  );
}
