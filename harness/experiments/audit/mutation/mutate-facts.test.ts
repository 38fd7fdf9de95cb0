import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Contract } from '../../../judge/contract.ts';
import { Facts, nothingCollected } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { canonicalJson } from '../../../platform/digest.ts';
import { plainMatch, someContract, someFacts } from '../../../testing/arbitrary-contracts.ts';
import { forceClause } from './force-clause.ts';
import { allowedFacts, mutateFacts } from './mutate-facts.ts';
import { alternativeFacts } from './or-alternatives.ts';

const text = (contains: string) => ({ kind: 'dom_text', selector: 'h1', contains });
const heading = (...pieces: string[]): Facts => ({
  ...nothingCollected,
  texts: { h1: { found: true, length: pieces.join('').length, pieces } },
});
const outcomeOf = (contract: Contract, facts: Facts) => judge(contract, facts, plainMatch).outcome;
const pieces = (facts: Facts | undefined) => facts?.texts.h1;

describe('laws', () => {
  test('whatever the contract and the facts, a mutant is facts, is not the original, and comes once', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, facts) => {
        const before = JSON.stringify(facts);
        const mutants = mutateFacts(contract, facts, plainMatch);
        for (const mutant of mutants) expect(Facts.parse(mutant.facts)).toEqual(mutant.facts);
        const keys = [facts, ...mutants.map((mutant) => mutant.facts)].map(canonicalJson);
        expect(new Set(keys).size).toBe(keys.length);
        expect(JSON.stringify(facts)).toBe(before);
      }),
    );
  });

  test('on what is an alternative the contract passes', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, facts) => {
        const forced = forceClause(contract, true, facts, plainMatch);
        for (const { facts: alone } of alternativeFacts(contract, forced, plainMatch)) {
          expect(Facts.parse(alone)).toEqual(alone);
          expect(outcomeOf(contract, alone)).toBe('passed');
        }
      }),
    );
  });
});

describe('alternatives', () => {
  const spaces = Contract.parse({ kind: 'or', children: [text('330 m'), text('330\u00a0m')] });

  test('one set of facts for each, on which it is the only one that holds', () => {
    const sets = alternativeFacts(spaces, heading('Height: 330 m'), plainMatch);
    expect(sets.map(({ name }) => name)).toEqual([
      'postconditions[0].children[0] (dom_text match): the only alternative',
      'postconditions[0].children[1] (dom_text match): the only alternative',
    ]);
    expect(sets.map(({ facts }) => pieces(facts))).toMatchObject([
      { pieces: ['Height: 330 m'] },
      { pieces: ['Height: 330 x', '330\u00a0m'] },
    ]);
  });

  test('a near miss of one is taken where the others do not hold', () => {
    const mutants = mutateFacts(spaces, heading('330 m or 330\u00a0m'), plainMatch);
    expect(mutants.length).toBeGreaterThan(4);
    for (const { facts } of mutants) expect(outcomeOf(spaces, facts)).toBe('failed');
  });

  test('one that implies another has none, and neither have clauses that are no alternatives', () => {
    const implied = Contract.parse({ kind: 'or', children: [text('330'), text('330 m')] });
    expect(alternativeFacts(implied, heading('330 m'), plainMatch).map(({ name }) => name)).toEqual([
      'postconditions[0].children[0] (dom_text match): the only alternative',
    ]);
    const both = Contract.parse({ kind: 'and', children: [text('330'), text('m')] });
    expect(alternativeFacts(both, heading('330 m'), plainMatch)).toEqual([]);
  });

  test('a near miss that is another alternative is no near miss', () => {
    const cases = Contract.parse({ kind: 'or', children: [text('Ab'), text('AB')] });
    const names = mutateFacts(cases, heading('Ab'), plainMatch).map(({ name }) => name);
    expect(names).not.toContain('postconditions[0].children[0] (dom_text match): case changed');
    expect(names).toContain('postconditions[0].children[0] (dom_text match): last character changed');
  });

  test('addresses, counts and requests are made up from what is wanted', () => {
    const contract = Contract.parse({
      kind: 'or',
      children: [
        text('Hello'),
        {
          kind: 'and',
          children: [
            { kind: 'url', pattern: '^https://b\\.test/' },
            { kind: 'url', pattern: '#x$' },
          ],
        },
        { kind: 'dom_count', selector: 'li', op: 'gte', value: 3 },
        { kind: 'network', url_pattern: 'a/b(', status_in: [201] },
        { kind: 'not', child: { kind: 'no_dialog' } },
      ],
    });
    const facts = { ...heading('Hello'), url: 'https://a.test/', counts: { li: { count: 0 } }, requests: [] };
    const sets = alternativeFacts(contract, facts, plainMatch).map((set) => set.facts);
    expect(sets).toMatchObject([
      {},
      { url: 'https://b.test/#x' },
      { counts: { li: { count: 3 } } },
      { requests: [{ url: 'https://somewhere.test/a/b(', status: 201, atMs: 0 }] },
      { dialog: { type: 'alert' } },
    ]);
  });
});

test('below a `not` near misses are let through', () => {
  const contract = Contract.parse({ kind: 'not', child: text('Error') });
  const allowed = allowedFacts(contract, heading('Saved'), plainMatch);
  expect(allowed.map(({ facts }) => pieces(facts))).toMatchObject([
    { pieces: ['Saved', 'Errox'] },
    { pieces: ['Saved', 'xrror'] },
    { pieces: ['Saved', 'ERROR'] },
    { pieces: ['Saved', 'Errox'] },
  ]);
});
