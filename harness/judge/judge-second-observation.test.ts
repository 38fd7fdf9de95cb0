import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMatch, someContract, someFacts } from '../testing/arbitrary-contracts.ts';
import { Contract } from './contract.ts';
import { type Facts, nothingCollected } from './facts.ts';
import { judge } from './judge.ts';
import { judgeSecondObservation } from './judge-second-observation.ts';

const contract = Contract.parse({
  kind: 'and',
  children: [
    { kind: 'dom_count', selector: 'h1', op: 'eq', value: 1 },
    { kind: 'network', url_pattern: 'submit', status_in: [200] },
    { kind: 'no_dialog' },
  ],
});
const first: Facts = {
  ...nothingCollected,
  url: 'https://a.test/',
  counts: { h1: { count: 1 } },
  requests: [{ url: 'https://a.test/submit', status: 200, atMs: 1 }],
};

test('what a reload shows is judged again, what it cannot show keeps its evidence', () => {
  const firstVerdict = judge(contract, first, plainMatch);
  const second: Facts = {
    ...nothingCollected,
    counts: { h1: { count: 0 } },
    dialog: { type: 'alert', message: '' },
  };
  const verdict = judgeSecondObservation(contract, firstVerdict, second, plainMatch);
  expect(verdict.clauses.map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'passed']);
  expect(verdict.failed?.name).toBe('postconditions[0] (dom_count match)');
});

test('a second observation at the same facts agrees with the first', () => {
  fc.assert(
    fc.property(someContract, someFacts, (tree, facts) => {
      const verdict = judge(tree, facts, plainMatch);
      expect(judgeSecondObservation(tree, verdict, facts, plainMatch)).toEqual(verdict);
    }),
  );
});

test('the verdict of another contract is refused', () => {
  const other = judge(Contract.parse({ kind: 'no_dialog' }), first, plainMatch);
  expect(() => judgeSecondObservation(contract, other, first, plainMatch)).toThrow('another contract');
});
