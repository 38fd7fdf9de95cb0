import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Contract } from '../../../judge/contract.ts';
import { judge } from '../../../judge/judge.ts';
import { plainMatch, someContract, someFacts } from '../../../testing/arbitrary-contracts.ts';
import { placesOf, replaceAt } from './clause-places.ts';

const leaf = (pattern: string) => ({ kind: 'url', pattern });
const contract = Contract.parse({
  kind: 'and',
  children: [leaf('a'), { kind: 'or', children: [leaf('b')] }, { kind: 'not', child: leaf('c') }],
});

test('a clause has the name that it has in a verdict', () => {
  fc.assert(
    fc.property(someContract, someFacts, (some, facts) => {
      const named = placesOf(some).map(({ name }) => name);
      const judged = judge(some, facts, plainMatch).clauses.map(({ name }) => name);
      expect(named).toEqual(some.kind === 'and' ? ['postconditions (and)', ...judged] : judged);
    }),
  );
});

test('a place leads to its clause: putting it back changes nothing', () => {
  fc.assert(
    fc.property(someContract, (some) => {
      for (const { clause, at } of placesOf(some)) expect(replaceAt(some, at, clause)).toEqual(some);
    }),
  );
});

describe('dropping', () => {
  const at = (name: string) => placesOf(contract).find((place) => place.name === name)?.at ?? [];

  test('an only child takes its parents along', () => {
    const kept = replaceAt(contract, at('postconditions[1].children[0] (url match)'), null);
    expect(kept).toMatchObject({ children: [{ kind: 'url' }, { kind: 'not' }] });
    const all = replaceAt(Contract.parse({ kind: 'not', child: leaf('a') }), [0], null);
    expect(all).toBeNull();
  });

  test('a clause takes along what is below it', () => {
    const dropped = replaceAt(contract, at('postconditions[2] (not)'), null);
    expect(dropped).toMatchObject({ children: [{ kind: 'url' }, { kind: 'or' }] });
  });
});

test('a choice is an `or`, or an `and` that must fail', () => {
  const some = Contract.parse({
    kind: 'and',
    children: [
      { kind: 'or', children: [leaf('a'), leaf('b')] },
      { kind: 'not', child: { kind: 'and', children: [leaf('c'), { kind: 'not', child: leaf('d') }] } },
    ],
  });
  const choices = placesOf(some).map(({ clause, wanted, choices }) => [
    'pattern' in clause ? clause.pattern : clause.kind,
    wanted,
    choices.map(({ wanted: ofChoice }) => ofChoice),
  ]);
  expect(choices).toEqual([
    ['and', true, []],
    ['or', true, []],
    ['a', true, [true]],
    ['b', true, [true]],
    ['not', true, []],
    ['and', false, []],
    ['c', false, [false]],
    ['not', false, [false]],
    ['d', true, [false]],
  ]);
});
