import { type Allowance, allowances } from '../allowances.ts';
import { clip } from '../clip.ts';
import type { Contract, LeafClause } from '../contract.ts';
import { type Facts, type Need, nothingCollected } from '../facts.ts';
import type { Match } from '../facts-view.ts';
import { needsOf } from '../needs.ts';
import { leavesOf } from '../operator-of.ts';
import { compactRequests } from './compact-requests.ts';
import { compactScreenshot } from './compact-screenshot.ts';
import { compactText } from './compact-text.ts';
import { cutUrl } from './cut-url.ts';

/**
 * Facts small enough to be saved, at most `maxBytes` (not below 1024) of JSON in UTF-8. Judging them gives the same
 * outcomes and clause names as judging `facts`. Where what decides is larger than that by itself (a contract with
 * tens of kilobytes of wanted strings, a page that answers many clauses with URLs of ten thousand characters) the
 * result is `unreadable` with that as its reason, so that every clause is inconclusive and none is decided otherwise.
 * Who reports the verdict of what is saved therefore always agrees with who judges it again.
 */
export function compactFacts(contract: Contract, facts: Facts, match: Match, maxBytes = 65_536): Facts {
  const leaves = leavesOf(contract);
  const needs = needsOf(contract);
  for (const allowance of allowances) {
    const compact = compactWith(allowance, leaves, needs, facts, match);
    if (new TextEncoder().encode(JSON.stringify(compact)).length <= maxBytes) return compact;
  }
  const unreadable = `what decides this contract is more than ${maxBytes} bytes of facts`;
  return { ...nothingCollected, marks: facts.marks, unreadable };
}

function compactWith(
  allowance: Allowance,
  leaves: readonly LeafClause[],
  needs: readonly Need[],
  facts: Facts,
  match: Match,
): Facts {
  return {
    ...(facts.url === null ? { url: null } : cutUrl(facts.url, facts.urlLength)),
    unreadable: facts.unreadable === null ? null : clip(facts.unreadable, 240),
    texts: compactTexts(allowance, leaves, facts),
    counts: compactCounts(needs, facts),
    ...compactRequests(allowance, leaves, facts, match),
    marks: facts.marks,
    dialog: facts.dialog && { type: clip(facts.dialog.type, 40), message: clip(facts.dialog.message, 240) },
    ...compactScreenshot(allowance, needs, facts),
  };
}

function compactTexts(allowance: Allowance, leaves: readonly LeafClause[], { texts }: Facts): Facts['texts'] {
  const wanted = new Map<string, string[]>();
  for (const leaf of leaves) {
    if (leaf.kind === 'dom_text')
      wanted.set(leaf.selector, [...(wanted.get(leaf.selector) ?? []), leaf.contains]);
  }
  return Object.fromEntries(
    Object.entries(texts).flatMap(([selector, text]) => {
      const strings = wanted.get(selector);
      return strings === undefined ? [] : [[selector, compactText(allowance, text, strings)]];
    }),
  );
}

function compactCounts(needs: readonly Need[], { counts }: Facts): Facts['counts'] {
  const selectors = new Set(needs.flatMap((need) => ('count' in need ? [need.count] : [])));
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([selector]) => selectors.has(selector))
      .map(([selector, count]) => [selector, 'error' in count ? { error: clip(count.error, 240) } : count]),
  );
}
