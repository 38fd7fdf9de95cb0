import { type Alternatives, type PatternNode, parsePattern } from './pattern-tree.ts';
import { syntaxProblem } from './selector-problem.ts';

/**
 * The pattern without one of its anchors (`(?:[?#]|$)` is an end anchor as well), and its host alone. Empty for a
 * literal. Anchors that change nothing are left out: those before or after `.*`, since a URL has no line breaks.
 */
export function weakerPatterns(pattern: string): { name: string; pattern: string }[] {
  if (syntaxProblem(pattern) !== null) return [];
  const tree = parsePattern(pattern);
  const idle = new Set(idleAnchors(tree, pattern));
  const anchors = anchorsOf(tree).filter((anchor) => !idle.has(anchor));
  const sides = { start: 0, end: 0 };
  const without = anchors.map(({ start, end, side }) => {
    sides[side] += 1;
    const which = anchors.filter((other) => other.side === side).length > 1 ? ` ${sides[side]}` : '';
    return { name: `${side} anchor${which} removed`, pattern: pattern.slice(0, start) + pattern.slice(end) };
  });
  const host = hostOf(tree, pattern);
  return [...without, ...(host === null ? [] : [{ name: 'its host only', pattern: host }])].filter(
    (weaker) => weaker.pattern !== '' && weaker.pattern !== pattern && syntaxProblem(weaker.pattern) === null,
  );
}

type Anchor = Extract<PatternNode, { kind: 'anchor' }>;

function anchorsOf(alternatives: Alternatives): Anchor[] {
  return alternatives
    .flat()
    .flatMap((node) =>
      node.kind === 'anchor' ? [node] : node.kind === 'group' ? anchorsOf(node.alternatives) : [],
    );
}

function idleAnchors(alternatives: Alternatives, pattern: string): PatternNode[] {
  const isAnything = (node: PatternNode | undefined) =>
    node !== undefined && /^\.\*\??$/.test(pattern.slice(node.start, node.end));
  return alternatives.flatMap((nodes) => {
    const [first, second] = nodes;
    const [beforeLast, last] = nodes.slice(-2);
    return [
      ...(first?.kind === 'anchor' && first.side === 'start' && isAnything(second) ? [first] : []),
      ...(last?.kind === 'anchor' && last.side === 'end' && isAnything(beforeLast) ? [last] : []),
    ];
  });
}

/** The source between `://` and the path; null if the pattern does not name a single host. */
function hostOf(alternatives: Alternatives, pattern: string): string | null {
  const [nodes, another] = alternatives;
  if (nodes === undefined || another !== undefined) return null;
  const text = nodes.map((node) => (node.kind === 'literal' && node.min === 1 ? node.text : ' '));
  const colon = text.findIndex((_, index) => text.slice(index, index + 3).join('') === '://');
  if (colon < 0) return null;
  const rest = nodes.slice(colon + 3);
  const after = rest.findIndex((node) => !isOfHost(node));
  const host = after < 0 ? rest : rest.slice(0, after);
  const [first, last] = [host[0], host.at(-1)];
  return first === undefined || last === undefined ? null : pattern.slice(first.start, last.end);
}

function isOfHost(node: PatternNode): boolean {
  if (node.kind === 'literal') return /^[A-Za-z0-9.:-]$/.test(node.text);
  if (node.kind === 'group') return node.alternatives.flat().every(isOfHost);
  if (node.kind === 'set')
    return node.set.startsWith('[^') ? node.set.includes('/') : !/[/?#]/.test(node.set);
  return false;
}
