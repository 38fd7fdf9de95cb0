import { clip } from './clip.ts';
import type { Contract, LeafClause } from './contract.ts';
import { childrenOf, isLogical, leafOperator, logicalOperator } from './operator-of.ts';
import type { ClauseVerdict, Evidence, LeafEvidence, LogicalEvidence, Outcome, Verdict } from './verdict.ts';

/** `position` counts the leaves in document order. */
type JudgeLeaf = (clause: LeafClause, position: number) => LeafEvidence;

type Judged = {
  evidence: Evidence;
  /** Null for a root `and`, which is named by its children. */
  verdict: ClauseVerdict | null;
  children: Judged[];
  /** The child that a failure is pinned on; undefined where it is that of the clause itself. */
  culprit?: Judged | undefined;
};

/** Judges every leaf with `judgeLeaf` and puts the outcomes together. */
export function verdictOf(contract: Contract, judgeLeaf: JudgeLeaf): Verdict {
  let position = 0;
  const place = contract.kind === 'and' ? null : 'postconditions[0]';
  const root = judgeClause(contract, place, (clause) => judgeLeaf(clause, position++));
  const { evidence } = root;
  return {
    outcome: evidence.outcome,
    evidence,
    clauses: clauseVerdicts(root),
    failed: evidence.outcome === 'failed' ? failedClause(root) : null,
  };
}

function judgeClause(
  clause: Contract,
  place: string | null,
  judgeLeaf: (clause: LeafClause) => LeafEvidence,
): Judged {
  if (!isLogical(clause)) {
    const operator = leafOperator(clause);
    const evidence = judgeLeaf(clause);
    const observed = evidence.reason ?? operator.observed(evidence);
    const name = `${place} (${clause.kind} match)`;
    const verdict = clauseVerdict(name, evidence.outcome, operator.wanted(clause), observed);
    return { evidence, verdict, children: [] };
  }
  const operator = logicalOperator(clause);
  const children = childrenOf(clause).map((child, index) => {
    const below = operator.over === 'child' ? `${place}.child` : `${place}.children[${index}]`;
    return judgeClause(child, place === null ? `postconditions[${index}]` : below, judgeLeaf);
  });
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
    verdict: place === null ? null : clauseVerdict(`${place} (${clause.kind})`, decision.outcome, ...words),
    children,
    culprit: operator.blames === 'child' ? decider : undefined,
  };
}

function clauseVerdict(name: string, outcome: Outcome, wanted: string, observed: string): ClauseVerdict {
  return { name, outcome, wanted: clip(wanted, 160), observed: clip(observed, 160) };
}

function clauseVerdicts({ verdict, children }: Judged): ClauseVerdict[] {
  const below = children.flatMap(clauseVerdicts);
  return verdict === null ? below : [verdict, ...below];
}

/** From what failed down to the clause that one would point at. */
function failedClause(judged: Judged): ClauseVerdict | null {
  return judged.culprit === undefined ? judged.verdict : failedClause(judged.culprit);
}

function tally(outcomes: readonly Outcome[]): string {
  return (['passed', 'failed', 'inconclusive'] as const)
    .map((outcome) => ({ outcome, count: outcomes.filter((other) => other === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`)
    .join(', ');
}
