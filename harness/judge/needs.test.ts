import { describe, expect, test } from 'vitest';
import { Contract } from './contract.ts';
import { hasNegativeClause } from './judge.ts';
import { needsOf } from './needs.ts';

const everything = Contract.parse({
  kind: 'and',
  children: [
    { kind: 'url', pattern: 'a' },
    { kind: 'not', child: { kind: 'url', pattern: 'b' } },
    { kind: 'dom_text', contains: 'x' },
    { kind: 'dom_text', selector: 'body', contains: 'y' },
    { kind: 'dom_count', selector: 'body', op: 'gte', value: 1 },
    { kind: 'network', url_pattern: 'a', status_in: [200], since: 'last_tool_call' },
    { kind: 'screenshot_class', class_id: 'thanks', distance_max: 4 },
    { kind: 'no_dialog' },
  ],
});

test('each need occurs once, in the order of the clauses; the page state is not a need', () => {
  expect(needsOf(everything)).toEqual([
    { text: 'body' },
    { count: 'body' },
    { requests: true },
    { screenshotClass: 'thanks' },
  ]);
});

test('the second observation needs only what a reload shows again', () => {
  expect(needsOf(everything, { reloadable: true })).toEqual([{ text: 'body' }, { count: 'body' }]);
});

describe('a clause that an empty page passes is negative', () => {
  const count = (op: string, value: number) => ({ kind: 'dom_count', selector: 'p', op, value });
  test.each([
    [{ kind: 'no_dialog' }, true],
    [{ kind: 'not', child: count('gte', 1) }, true],
    [{ kind: 'or', children: [count('gte', 1), { kind: 'and', children: [{ kind: 'no_dialog' }] }] }, true],
    [count('eq', 0), true],
    [count('lte', 3), true],
    [count('gte', 0), true],
    [count('eq', 1), false],
    [count('gte', 1), false],
    [
      {
        kind: 'and',
        children: [
          { kind: 'url', pattern: 'a' },
          { kind: 'dom_text', contains: 'a' },
        ],
      },
      false,
    ],
  ])('%j: %s', (contract, negative) => {
    expect(hasNegativeClause(Contract.parse(contract))).toBe(negative);
  });
});
