import { clip } from '../platform/words/format.ts';
import { type ClauseAddress, childAddresses, rootAddress } from './clause-address.ts';
import type { Contract, LeafClause } from './contract.ts';
import { isLogical, leafOperator, logicalOperator } from './operator-of.ts';
import type { Outcome } from './outcome.ts';
import type { ClauseVerdict, Evidence, LeafEvidence, LogicalEvidence, Verdict } from './verdict.ts';

/** `position` counts the leaves in document order. */
type JudgeLeaf = (clause: LeafClause, position: number) => LeafEvidence;

type Judgement = {
  evidence: Evidence;
  /** Null for a root `and`, which its children represent. */
  verdict: ClauseVerdict | null;
  children: Judgement[];
  /** The child that a failure is attributed to; undefined if the clause itself failed. */
  culprit?: Judgement | undefined;
};

/** Judges every leaf with `judgeLeaf` and combines the outcomes. */
export function verdictOf(contract: Contract, judgeLeaf: JudgeLeaf): Verdict {
  let position = 0;
  const root = judgeClause(rootAddress(contract), (clause) => judgeLeaf(clause, position++));
  const { evidence } = root;
  return {
    outcome: evidence.outcome,
    evidence,
    clauses: clauseVerdicts(root),
    failed: evidence.outcome === 'failed' ? failedClause(root) : null,
  };
}

function judgeClause(address: ClauseAddress, judgeLeaf: (clause: LeafClause) => LeafEvidence): Judgement {
  const { clause, name } = address;
  if (!isLogical(clause)) {
    const operator = leafOperator(clause);
    const evidence = judgeLeaf(clause);
    const observed = evidence.reason ?? operator.observed(evidence);
    const verdict = clauseVerdict(name, evidence.outcome, operator.wanted(clause), observed);
    return { evidence, verdict, children: [] };
  }
  const operator = logicalOperator(clause);
  const children = childAddresses(address).map((child) => judgeClause(child, judgeLeaf));
  const outcomes = children.map((child) => child.evidence.outcome);
  const decision = operator.decide(outcomes);
  const decider = children.find((_, index) => index === decision.decidedBy);
  const evidence: LogicalEvidence = {
    kind: operator.kind,
    ...decision,
    ...(decision.outcome === 'inconclusive' ? { reason: decider?.evidence.reason } : {}),
    children: children.map((child) => child.evidence),
  };
  const words = [operator.wanted(children.length), tally(outcomes)] as const;
  return {
    evidence,
    verdict: clauseVerdict(name, decision.outcome, ...words),
    children,
    culprit: operator.blames === 'child' ? decider : undefined,
  };
}

function clauseVerdict(
  name: string | null,
  outcome: Outcome,
  wanted: string,
  observed: string,
): ClauseVerdict | null {
  return name === null ? null : { name, outcome, wanted: clip(wanted, 160), observed: clip(observed, 160) };
}

function clauseVerdicts({ verdict, children }: Judgement): ClauseVerdict[] {
  const below = children.flatMap(clauseVerdicts);
  return verdict === null ? below : [verdict, ...below];
}

/** Follows the failure down to the clause that explains it. */
function failedClause(judged: Judgement): ClauseVerdict | null {
  return judged.culprit === undefined ? judged.verdict : failedClause(judged.culprit);
}

function tally(outcomes: readonly Outcome[]): string {
  return (['passed', 'failed', 'inconclusive'] as const)
    .map((outcome) => ({ outcome, count: outcomes.filter((other) => other === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`)
    .join(', ');
}
