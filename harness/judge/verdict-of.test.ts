import { describe, expect, test } from 'vitest';
import { plainMatch } from '../testing/arbitrary-contracts.ts';
import { Contract } from './contract.ts';
import { type Facts, nothingCollected } from './facts.ts';
import { judge } from './judge.ts';

const passes = { kind: 'dom_count', selector: 'h1', op: 'eq', value: 1 };
const fails = { kind: 'dom_count', selector: 'h1', op: 'eq', value: 2 };
const undecided = { kind: 'dom_count', selector: 'h1[', op: 'eq', value: 2 };
const facts: Facts = {
  ...nothingCollected,
  url: 'https://a.test/',
  counts: { h1: { count: 1 }, 'h1[': { error: 'invalid selector: h1[' } },
};
const over = (raw: unknown, seen: Facts = facts) => judge(Contract.parse(raw), seen, plainMatch);
const text = (whole: string): Facts => ({
  ...nothingCollected,
  texts: { body: { found: true, length: whole.length, pieces: [whole] } },
});

describe('names of clauses', () => {
  const url = { kind: 'url', pattern: 'a' };
  const names = (contract: unknown) => over(contract).clauses.map(({ name }) => name);

  test('children of a root `and`, what is below them, and logical clauses', () => {
    const nested = { kind: 'or', children: [passes, { kind: 'not', child: fails }] };
    expect(names({ kind: 'and', children: [url, nested] })).toEqual([
      'postconditions[0] (url match)',
      'postconditions[1] (or)',
      'postconditions[1].children[0] (dom_count match)',
      'postconditions[1].children[1] (not)',
      'postconditions[1].children[1].child (dom_count match)',
    ]);
  });

  test('a root that is not an `and` is the first postcondition', () => {
    expect(names(url)).toEqual(['postconditions[0] (url match)']);
    expect(names({ kind: 'or', children: [url] })).toEqual([
      'postconditions[0] (or)',
      'postconditions[0].children[0] (url match)',
    ]);
  });

  test.each([
    [
      'the first child that failed',
      { kind: 'and', children: [undecided, fails, fails] },
      'postconditions[1] (dom_count match)',
    ],
    [
      'through nested `and`',
      { kind: 'and', children: [passes, { kind: 'and', children: [passes, fails] }] },
      'postconditions[1].children[1] (dom_count match)',
    ],
    [
      'an `or` itself',
      { kind: 'and', children: [{ kind: 'or', children: [fails, fails] }] },
      'postconditions[0] (or)',
    ],
    ['a `not` itself', { kind: 'not', child: passes }, 'postconditions[0] (not)'],
    ['a root leaf', fails, 'postconditions[0] (dom_count match)'],
  ])('the failed clause is %s', (_name, contract, name) => {
    expect(over(contract).failed?.name).toBe(name);
  });
});

describe('texts of wanted and observed states', () => {
  test('a near miss names the difference', () => {
    const whitespace = over({ kind: 'dom_text', contains: '330 m' }, text('Height\n330\u00a0m'));
    expect(whitespace.evidence).toMatchObject({ outcome: 'failed', nearMiss: 'whitespace' });
    expect(whitespace.failed).toMatchObject({
      wanted: 'body contains "330 m"',
      observed: 'it is there but for whitespace; "Height\\n330\u00a0m" (12 characters)',
    });
    expect(over({ kind: 'dom_text', contains: '330 M' }, text('330 m')).evidence).toMatchObject({
      nearMiss: 'case',
    });
    expect(over({ kind: 'dom_text', contains: '331 m' }, text('330 m')).evidence).not.toHaveProperty(
      'nearMiss',
    );
  });

  test('a count, a dialog, a logical clause', () => {
    const dialog = over({ kind: 'no_dialog' }, { ...facts, dialog: { type: 'alert', message: 'Saved' } });
    expect(dialog.failed).toMatchObject({
      wanted: 'no dialog is open',
      observed: 'an open alert dialog: "Saved"',
    });
    expect(over({ ...fails, op: 'gte' }).failed).toMatchObject({
      wanted: 'at least 2 of h1',
      observed: '1 matching elements',
    });
    const { clauses } = over({ kind: 'or', children: [passes, fails, undecided] });
    expect(clauses[0]).toMatchObject({
      wanted: 'at least one of 3 passes',
      observed: '1 passed, 1 failed, 1 inconclusive',
    });
  });
});
