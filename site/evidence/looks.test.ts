import { expect, test } from 'vitest';
import type { Contract } from '../../harness/judge/contract.ts';
import { looksOf } from './looks.ts';

const contract: Contract = {
  kind: 'and',
  children: [
    { kind: 'url', pattern: '^https://a\\.test/$' },
    { kind: 'not', child: { kind: 'dom_count', selector: 'li', op: 'eq', value: 2 } },
  ],
};
const evidence = (url: 'passed' | 'failed') => ({
  kind: 'and',
  outcome: url,
  decidedBy: null,
  children: [
    { kind: 'url', pattern: '^https://a\\.test/$', outcome: url, observed: 'https://a.test/' },
    {
      kind: 'not',
      outcome: 'passed',
      decidedBy: 0,
      children: [{ kind: 'dom_count', selector: 'li', op: 'eq', wanted: 2, outcome: 'failed', observed: 3 }],
    },
  ],
});
const line = (look: string, outcome: 'passed' | 'failed', place = {}) =>
  JSON.stringify({
    runId: 'r',
    taskId: 'a',
    trial: 1,
    atMs: 7,
    type: 'contract_eval',
    look,
    toolSeq: 0,
    outcome,
    evidence: evidence(outcome),
    ...place,
  });
const events = [
  line('step', 'failed'),
  line('first', 'passed', { trial: 2 }),
  line('first', 'passed', { taskId: 'b' }),
  JSON.stringify({ taskId: 'a', trial: 1, atMs: 5, type: 'page', url: '"contract_eval"' }),
  line('step', 'passed'),
  line('first', 'failed', { atMs: 8 }),
  line('first', 'passed', { atMs: 9 }),
  line('second', 'passed', { atMs: 10 }),
];

test('the looks of one episode, apart from those that decide nothing, with what each clause saw', () => {
  const { steps, looks } = looksOf(`${events.join('\n')}\n`, { taskId: 'a', trial: 1 }, contract);
  expect(steps).toEqual(['failed', 'passed']);
  expect(looks.map(({ look, atMs, outcome }) => [look, atMs, outcome])).toEqual([
    ['first', 8, 'failed'],
    ['first', 9, 'passed'],
    ['second', 10, 'passed'],
  ]);
  expect(looks[0]?.clauses.map(({ name, outcome, observed }) => [name, outcome, observed])).toEqual([
    ['postconditions[0] (url match)', 'failed', 'https://a.test/'],
    ['postconditions[1] (not)', 'passed', '1 failed'],
    ['postconditions[1].child (dom_count match)', 'failed', '3 matching elements'],
  ]);
});

test('an episode without events has no looks, and evidence of another contract is refused', () => {
  expect(looksOf('', { taskId: 'a', trial: 1 }, contract)).toEqual({ steps: [], looks: [] });
  const other: Contract = { kind: 'no_dialog' };
  expect(() => looksOf(line('first', 'passed'), { taskId: 'a', trial: 1 }, other)).toThrow(
    'evidence of no_dialog',
  );
});
