import { expect, test } from 'vitest';
import { type Facts, nothingCollected } from '../contract/facts.ts';
import type { Status } from '../result/statuses.ts';
import { decideStatus } from './decide-status.ts';
import { asksTwice, judgeObservations } from './judge-observations.ts';
import type { Observations, Stop } from './trajectory.ts';

const match = (pattern: string, input: string) => ({ matched: new RegExp(pattern).test(input) });
const task = { success: { kind: 'url', pattern: 'goal$' }, verify: 'reload' } as const;
const at = (url: string): Facts => ({ ...nothingCollected, url });
const [there, elsewhere] = [at('https://a.test/goal'), at('https://a.test/')];
const drift = { reason: 'final_url_changed', step: 1, expected: 'a', actual: 'b' } as const;
const seen = (first: Facts, provenance: boolean | null, second: Observations['second']): Observations => ({
  first,
  provenance,
  second,
});

test.each<[string, Observations, Stop, Status, string | null]>([
  ['all observations hold', seen(there, true, there), 'done', 'passed', null],
  ['the second does not hold', seen(there, true, elsewhere), 'done', 'tampered', 'https'],
  ['no document', seen(there, false, null), 'done', 'tampered', 'the address was set'],
  ['the second could not be had', seen(there, true, { unavailable: 'x' }), 'done', 'inconclusive', null],
  ['the second is missing', seen(there, true, null), 'done', 'inconclusive', null],
  ['provenance is missing', seen(there, null, null), 'done', 'inconclusive', null],
  ['the first does not hold', seen(elsewhere, null, null), 'done', 'failed', 'https'],
  ['stopped by steps', seen(elsewhere, null, null), 'max_steps', 'max_steps', 'https'],
  ['held when stopped by steps', seen(there, true, there), 'max_steps', 'passed', null],
  ['out of time', seen(there, null, null), 'timeout', 'timeout', null],
])('%s', (_, observations, stop, status, observed) => {
  const { outcome, secondOutcome, failed } = judgeObservations(task, stop, observations, match);
  expect(decideStatus({ stop, outcome, secondOutcome, drift: null, driftAtEnd: null })).toBe(status);
  if (observed === null) expect(failed).toBeNull();
  else expect(failed?.observed).toContain(observed);
});

test('drift at the end takes a pass away and explains no failure', () => {
  const statusOf = (observations: Observations) => {
    const judgement = judgeObservations(task, 'done', observations, match);
    return decideStatus({ ...judgement, stop: 'done', drift: null, driftAtEnd: drift });
  };
  expect(statusOf(seen(there, true, there))).toBe('replay_drift');
  expect(statusOf(seen(elsewhere, null, null))).toBe('failed');
});

test('a second observation is asked for exactly where the task and the stop say so', () => {
  expect(asksTwice('reload', 'done', 'passed')).toBe(true);
  expect(asksTwice('reload', 'held', 'passed')).toBe(true);
  expect(asksTwice('reload', 'max_steps', 'passed')).toBe(true);
  expect(asksTwice('live', 'done', 'passed')).toBe(false);
  expect(asksTwice('reload', 'done', 'failed')).toBe(false);
  for (const stop of ['timeout', 'budget_exceeded', 'drift', 'tool_error', 'adapter_error'] as const)
    expect(asksTwice('reload', stop, 'passed')).toBe(false);
});
