import type { Contract } from './contract.ts';
import type { Facts } from './facts.ts';
import { leafOperator } from './operator-of.ts';
import type { Match } from './patterns/match.ts';
import type { Evidence, LeafEvidence, Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';

/**
 * The contract over a page that was opened again from its URL: what a reload shows again is judged again, the
 * network log, the dialog and the screenshot keep the evidence of the first observation. `secondFacts` needs to hold
 * only what `needsOf(contract, { reloadable: true })` asks for. Throws TypeError where `first` is a verdict of
 * another contract.
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
