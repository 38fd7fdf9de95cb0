import type { Contract, LeafClause } from '../contract.ts';
import { factKinds } from '../fact-kinds/index.ts';
import { type Facts, factsOf, nothingCollected } from '../facts.ts';
import { leafOperator, leavesOf } from '../operator-of.ts';
import { compactPageState } from '../page-state.ts';
import type { Match } from '../patterns/match.ts';
import { type Allowance, allowances } from './allowances.ts';

/**
 * Facts small enough to be saved, at most `maxBytes` (not below 1024) of JSON in UTF-8. Judging them gives the same
 * outcomes and clause names as judging `facts`. Where what decides is larger than that by itself (a contract with
 * tens of kilobytes of wanted strings, a page that answers many clauses with URLs of ten thousand characters) the
 * result is `unreadable` with that as its reason, so that every clause is inconclusive and none is decided otherwise.
 * Who reports the verdict of what is saved therefore always agrees with who judges it again.
 */
export function compactFacts(contract: Contract, facts: Facts, match: Match, maxBytes = 65_536): Facts {
  const leaves = leavesOf(contract);
  for (const allowance of allowances) {
    const compact = compactWith(allowance, leaves, facts, match);
    if (new TextEncoder().encode(JSON.stringify(compact)).length <= maxBytes) return compact;
  }
  const unreadable = `what decides this contract is more than ${maxBytes} bytes of facts`;
  return { ...nothingCollected, marks: facts.marks, unreadable };
}

function compactWith(allowance: Allowance, leaves: readonly LeafClause[], facts: Facts, match: Match): Facts {
  const fields = factKinds.map((kind) => {
    // Clauses of operators that carry this kind are what it takes.
    const clauses = leaves.filter((leaf) => leafOperator(leaf).facts.includes(kind)) as never[];
    return kind.compact(facts, clauses, { allowance, match });
  });
  return factsOf(compactPageState(facts), fields);
}
