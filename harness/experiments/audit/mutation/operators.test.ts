import { describe, expect, test } from 'vitest';
import { Contract, type LeafClause } from '../../../judge/contract.ts';
import { Facts, nothingCollected } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { leafOperators, leavesOf, logicalOperators } from '../../../judge/operator-of.ts';
import { plainMatch } from '../../../testing/arbitrary-contracts.ts';
import { breakClause, holdClause } from './clause-places.ts';
import { mutateContract, mutationScore } from './mutation-score.ts';

type Example = (typeof leafOperators)[number]['holds'];
const outcomeOf = (contract: Contract, facts: Facts) => judge(contract, facts, plainMatch).outcome;

function exampleOf(kind: string, [fields, facts]: Example): { clauses: LeafClause[]; facts: Facts } {
  return {
    clauses: leavesOf(Contract.parse({ kind, ...fields })),
    facts: { ...nothingCollected, ...facts },
  };
}

describe.each(leafOperators)('$kind', ({ kind, completed, holds, fails }) => {
  const { clauses, facts } = exampleOf(kind, holds);

  test.each(clauses)('its broken facts are facts, and it fails on them', (clause) => {
    const broken = breakClause(clause, facts, plainMatch);
    for (const miss of broken) expect(() => Facts.parse(miss.facts)).not.toThrow();
    expect(broken.map((miss) => outcomeOf(clause, miss.facts))).toContain('failed');
  });

  test.each(clauses)('its weakened clauses pass where it passes, and are detected', (clause) => {
    for (const { contract } of mutateContract(clause)) {
      expect(Contract.parse(contract)).toEqual(contract);
      expect(outcomeOf(contract, { ...facts, ...completed?.(facts) })).toBe('passed');
    }
    const { survivors } = mutationScore(clause, [{ name: 'true', facts }], plainMatch);
    expect(survivors.filter((name) => name.startsWith('contract:'))).toEqual([]);
  });

  test.each(exampleOf(kind, fails).clauses)('if it fails, facts can be made on which it passes', (clause) => {
    const held = holdClause(clause, exampleOf(kind, fails).facts, plainMatch);
    expect(Facts.parse(held)).toEqual(held);
  });
});

test.each(logicalOperators)('a weakened $kind is a contract', ({ kind, over }) => {
  const below = { kind: 'url', pattern: 'a' };
  const contract = Contract.parse(
    over === 'child' ? { kind, child: below } : { kind, children: [below, { kind: 'no_dialog' }] },
  );
  for (const mutant of mutateContract(contract))
    expect(Contract.parse(mutant.contract)).toEqual(mutant.contract);
});
