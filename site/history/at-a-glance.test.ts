import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { atAGlance } from './at-a-glance.ts';

/** The first `passed` of four tasks pass. */
const played = (adapter: string, kind: Run['config']['kind'], passed: number, changes: Partial<Run> = {}) =>
  exampleRun({
    runId: `${adapter}-${changes.suite ?? 'webvoyager'}-${passed}`,
    episodes: ['a', 'b', 'c', 'd'].map((taskId, at) =>
      at < passed ? exampleResult({ taskId }) : exampleFailure({ taskId }),
    ),
    config: { kind, adapter },
    ...changes,
  });

const glances = (...runs: Run[]) =>
  atAGlance(
    standingsOf([
      { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), commit: { date: null, parents: [] }, runs },
    ]),
    ['town', 'webvoyager', 'fixtures'],
  );

test('ceiling, the best of the rules, what does nothing, the best agent and the gate, by suite', () => {
  const [glance, ...others] = glances(
    played('oracle', 'oracle', 4),
    played('keyword', 'baseline', 2),
    played('random', 'baseline', 1),
    played('noop', 'control', 0),
    played('forger', 'control', 0),
    played('weak', 'model', 1),
    played('strong', 'model', 3),
    played('replay', 'replay', 3),
  );
  expect(others).toEqual([]);
  expect(glance).toMatchObject({
    suite: 'webvoyager',
    agent: { adapter: 'strong', score: { passed: 3, total: 4 } },
    ceiling: { score: { passed: 4 } },
    floor: { best: { adapter: 'keyword' }, rules: 2 },
    nothing: { adapter: 'noop', score: { passed: 0 } },
    gate: { green: 0, rows: [{ adapter: 'replay' }] },
  });
});

test('what nobody played is null, and a suite of which nothing was played is left out', () => {
  expect(glances()).toEqual([]);
  const [glance] = glances(played('replay', 'replay', 4));
  expect(glance).toMatchObject({
    agent: null,
    ceiling: null,
    floor: null,
    nothing: null,
    gate: { green: 1 },
  });
});

test('ceiling and floor are of one asking, that of most episodes', () => {
  const one = (adapter: string, kind: Run['config']['kind']) =>
    exampleRun({
      runId: `one-${adapter}`,
      episodes: [exampleResult({ taskId: 'a' })],
      config: { kind, adapter, worldSeeds: [1] },
    });
  const [glance] = glances(
    one('oracle', 'oracle'),
    played('oracle', 'oracle', 4),
    one('keyword', 'baseline'),
  );
  expect(glance?.ceiling?.score.total).toBe(4);
  expect(glance?.floor).toBeNull();
});

test('an agent on the live web and a server of somebody else are in no place of it', () => {
  const live = played('strong', 'model', 4, { runId: 'live' });
  const custom = played('replay', 'replay', 4);
  live.config.web = 'live';
  custom.config.server.id = 'custom:mine';
  expect(glances(live, custom)).toEqual([]);
});
