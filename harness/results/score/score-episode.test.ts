import { expect, test } from 'vitest';
import { decideStatus, type Ending } from './score-episode.ts';

const drift = { reason: 'tool_gone', step: 1, expected: 'a', actual: 'b' } as const;
const passed: Ending = {
  stop: 'done',
  outcome: 'passed',
  drift: null,
  driftAtEnd: null,
  secondOutcome: 'passed',
};

/** Each row is better than the one above it in just one thing, so the order itself is what is tested. */
const rows: [status: string, ending: Ending][] = [
  [
    'replay_drift',
    { drift, stop: 'tool_error', outcome: 'inconclusive', driftAtEnd: drift, secondOutcome: 'failed' },
  ],
  [
    'tool_error',
    { drift: null, stop: 'tool_error', outcome: 'inconclusive', driftAtEnd: drift, secondOutcome: 'failed' },
  ],
  [
    'adapter_error',
    { drift: null, stop: 'adapter_error', outcome: 'failed', driftAtEnd: drift, secondOutcome: 'failed' },
  ],
  ['failed', { drift: null, stop: 'lost', outcome: null, driftAtEnd: drift, secondOutcome: null }],
  ['timeout', { drift: null, stop: 'timeout', outcome: 'passed', driftAtEnd: drift, secondOutcome: null }],
  [
    'budget_exceeded',
    { drift: null, stop: 'budget_exceeded', outcome: 'inconclusive', driftAtEnd: null, secondOutcome: null },
  ],
  ['tampered', { ...passed, stop: 'max_steps', outcome: 'failed', forged: true, driftAtEnd: drift }],
  [
    'inconclusive',
    { drift: null, stop: 'max_steps', outcome: 'inconclusive', driftAtEnd: drift, secondOutcome: 'failed' },
  ],
  ['inconclusive', { drift: null, stop: 'done', outcome: null, driftAtEnd: drift, secondOutcome: null }],
  [
    'max_steps',
    { drift: null, stop: 'max_steps', outcome: 'failed', driftAtEnd: drift, secondOutcome: null },
  ],
  ['max_steps', { ...passed, stop: 'over_steps', secondOutcome: null }],
  ['failed', { drift: null, stop: 'done', outcome: 'failed', driftAtEnd: drift, secondOutcome: null }],
  ['tampered', { ...passed, unmatchedRequests: 1, driftAtEnd: drift, secondOutcome: 'inconclusive' }],
  ['inconclusive', { ...passed, driftAtEnd: drift, secondOutcome: 'inconclusive' }],
  ['replay_drift', { ...passed, driftAtEnd: drift, secondOutcome: 'failed' }],
  ['tampered', { ...passed, stop: 'max_steps', secondOutcome: 'failed' }],
  ['passed', { ...passed, stop: 'max_steps' }],
  ['passed', { ...passed, stop: 'held', secondOutcome: null }],
];

test.each(rows)('%s comes before what is also true', (status, ending) => {
  expect(decideStatus(ending)).toBe(status);
});
