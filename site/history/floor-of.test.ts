import { expect, test } from 'vitest';
import type { OutcomeStrip } from '../../harness/publish/board/read-site-history.ts';
import type { Status } from '../../harness/results/records/statuses.ts';
import { floorOf } from './floor-of.ts';

const strip = (label: string, statuses: Status[], kind: OutcomeStrip['kind'] = 'baseline'): OutcomeStrip => ({
  standingId: label,
  adapter: label,
  kind,
  label,
  web: 'hermetic',
  trials: 1,
  points: statuses.map((status, trial) => ({
    status,
    trial,
    durationMs: 1,
    sha: '0'.repeat(40),
    date: null,
    runId: 'run',
    startedAt: '2026-01-01T00:00:00.000Z',
    failed: null,
    isOfProject: true,
  })),
});

test('the floor is the best share of a baseline over all instances of a template, without what was lost to us', () => {
  const outcomes = new Map([
    [
      'a-s1',
      [strip('keyword', ['failed']), strip('random', ['passed']), strip('oracle', ['passed'], 'oracle')],
    ],
    ['a-s2', [strip('keyword', ['failed']), strip('random', ['failed', 'start_page_failed'])]],
    ['b-s1', [strip('keyword', ['passed'])]],
  ]);
  expect(floorOf(['a-s1', 'a-s2'], outcomes, new Set())).toMatchObject({
    label: 'random',
    tasks: 2,
    score: { passed: 1, total: 2, rate: 0.5 },
  });
  expect(floorOf(['a-s1', 'a-s2'], outcomes, new Set(['random']))).toMatchObject({
    label: 'keyword',
    score: { passed: 0, total: 2, rate: 0 },
  });
  expect(floorOf(['c-s1'], outcomes, new Set())).toBeNull();
});
