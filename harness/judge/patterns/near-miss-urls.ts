import { type Alternatives, parsePattern } from './pattern-tree.ts';
import { syntaxProblem } from './syntax-problem.ts';

type Parts = { scheme: string; host: string; path: string; query: string; fragment: string };

/**
 * URLs that nearly are the one that was seen, each once. Its query and its fragment are changed only where the pattern
 * asks for one by a literal, its scheme only where the pattern does not say `https?`: an author who leaves these
 * open does so on purpose.
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

/** Not by the URL class, which would normalise what the browser wrote. Null where there is no host. */
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
