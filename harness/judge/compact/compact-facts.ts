import type { Contract, LeafClause } from '../contract.ts';
import { factKinds } from '../fact-kinds/index.ts';
import { type Facts, factsOf, nothingCollected } from '../facts.ts';
import { leafOperator, leavesOf } from '../operator-of.ts';
import { compactPageState } from '../page-state.ts';
import type { Match } from '../patterns/match.ts';
import { type Allowance, allowances } from './allowances.ts';

/**
 * Facts small enough to be saved: at most `maxBytes` (not below 1024) of JSON in UTF-8. Judging them gives the same
 * outcomes and clause names as judging `facts`. The deciding facts alone can be too large: a contract with tens of
 * kilobytes of wanted strings, or a page that answers many clauses with URLs of ten thousand characters. Then the result
 * is `unreadable` with that reason, and every clause is inconclusive. A reported verdict over saved facts therefore
 * always equals a later verdict over the same file.
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
    // The clauses whose operators use this kind of fact.
    const clauses = leaves.filter((leaf) => leafOperator(leaf).facts.includes(kind)) as never[];
    return kind.compact(facts, clauses, { allowance, match });
  });
  return factsOf(compactPageState(facts), fields);
}
