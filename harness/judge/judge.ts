import type { Contract } from './contract.ts';
import type { Facts } from './facts.ts';
import { childrenOf, isLogical, leafOperator, leavesOf, logicalOperator } from './operator-of.ts';
import type { Match } from './patterns/match.ts';
import type { Evidence, LeafEvidence, Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';
/** Pure: the same contract over the same facts always gets the same verdict. */
export function judge(contract: Contract, facts: Facts, match: Match): Verdict {
  return verdictOf(contract, (clause) => leafOperator(clause).judge(clause, facts, match));
}

/**
 * Judges the contract over a page that was opened again from its URL. Clauses that a reload shows again are judged
 * again; the network log, the dialog and the screenshot keep the evidence of the first observation. `secondFacts` needs
 * only what `needsOf(contract, { reloadable: true })` asks for. Throws TypeError if `first` is a verdict of another
 * contract.
 */
export function judgeSecondObservation(
  contract: Contract,
  first: Verdict,
  secondFacts: Facts,
  match: Match,
): Verdict {
  const kept = leafEvidences(first.evidence);
  return verdictOf(contract, (clause, position) => {
    const operator = leafOperator(clause);
    const evidence = kept[position];
    if (evidence?.kind !== clause.kind) throw new TypeError('the first verdict is one of another contract');
    return operator.seenAfterReload ? operator.judge(clause, secondFacts, match) : evidence;
  });
}

function leafEvidences(evidence: Evidence): LeafEvidence[] {
  return 'children' in evidence ? evidence.children.flatMap(leafEvidences) : [evidence];
}

/** Whether some clause's evidence shows a forged outcome. */
export function showsForgery({ evidence }: Verdict, contract: Contract): boolean {
  const clauses = leavesOf(contract);
  return leafEvidences(evidence).some((each, position) => {
    const clause = clauses[position];
    return clause !== undefined && (leafOperator(clause).isForged?.(each) ?? false);
  });
}

/** Whether a page that shows nothing yet can pass some clause, so that one early observation is not enough. */
export function hasNegativeClause(contract: Contract): boolean {
  if (!isLogical(contract)) return leafOperator(contract).negative?.(contract) ?? false;
  return logicalOperator(contract).negative || childrenOf(contract).some(hasNegativeClause);
}
