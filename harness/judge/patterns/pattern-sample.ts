import type { Match } from './match.ts';
import { type Alternatives, type PatternNode, parsePattern } from './pattern-tree.ts';

/** Tried in this order for a class; the usual ones in a URL, then those of the rest of ASCII that may be there. */
const tried = 'a1-_/.~?#=&%+:,;@!$()*[]\'A "<>\\^`{|}'.split('');

/** Longer than any URL that a pattern is matched against would be. */
const longest = 10_000;

/**
 * A short string that the pattern means, or null where none was found. What lookarounds and backreferences ask for is
 * not known, so the caller has to see whether it matches.
 */
export function samplePattern(pattern: string, match: Match): string | null {
  const sample = sampleOf(parsePattern(pattern), match);
  return sample !== null && sample.length <= longest ? sample : null;
}

/** Of the alternatives the one with the shortest sample, the first of equals. */
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
    tried.find((character) => {
      const result = match(node.set, character);
      return 'matched' in result && result.matched;
    }) ?? null
  );
}
