import { expect, test } from 'vitest';
import type { Contract } from '../../harness/judge/contract.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { ResultsFile, Run } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { readTaskPages } from '../history/tasks.ts';
import { lookExamples, looksOf } from './looks.ts';

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

const { taskFiles } = await readTaskPages('tasks');
const file = taskFiles.find(({ task }) => task.id === 'example-h1');
const { id: taskId = '' } = file?.task ?? {};
const taskSha256 = file?.taskSha256 ?? '';

const oracle = (runId: string, startedAt: string, changes: object) =>
  exampleRun({
    runId,
    suite: 'fixtures',
    startedAt,
    config: { kind: 'oracle', adapter: 'oracle' },
    episodes: [exampleResult({ taskId: 'gone' }), exampleResult({ taskId, taskSha256, ...changes })],
  });
const older = oracle('older', '2026-01-01T00:00:00Z', {});
const newer = oracle('newer', '2026-01-02T00:00:00Z', {});
const otherTask = oracle('other-task', '2026-01-03T00:00:00Z', { taskSha256: 'f'.repeat(64) });
const keyword = exampleRun({
  runId: 'keyword',
  suite: 'fixtures',
  startedAt: '2026-01-01T00:00:00Z',
  config: { kind: 'baseline', adapter: 'keyword' },
  episodes: [exampleFailure({ taskId, taskSha256 })],
});
const event = JSON.stringify({
  taskId,
  trial: 1,
  atMs: 3,
  type: 'contract_eval',
  look: 'step',
  outcome: 'failed',
  evidence: { kind: 'no_dialog', outcome: 'passed', open: null },
});

/** Run and episode of each example, where these runs are the history and events are kept of all but some. */
function shown(runs: Run[], without: readonly string[] = []) {
  const files = runs.map(
    (run, at): ResultsFile => ({
      schema: 'contract-bench.results.v2',
      sha: String(at).repeat(40),
      commit: { date: null, parents: [] },
      runs: [run],
    }),
  );
  const found = lookExamples({
    standings: standingsOf(files),
    taskFiles,
    runOf: ({ sha }) => files[Number(sha[0])]?.runs[0] as Run, // one of those above
    eventsOf: ({ runId }) => (without.includes(runId) ? null : event),
  });
  return found.map(({ run, episode, steps }) => `${run.runId} ${episode.taskId} ${steps}`);
}

test('the newest run of the oracle shows what passed, the newest of a baseline what failed', () => {
  expect(shown([older, keyword])).toEqual([`older ${taskId} failed`, `keyword ${taskId} failed`]);
  expect(shown([older, newer])).toEqual([`newer ${taskId} failed`]);
});

test('without events, or of a task that became another since, nothing is shown', () => {
  expect(shown([older, keyword], ['older'])).toEqual([`keyword ${taskId} failed`]);
  expect(shown([otherTask])).toEqual([]);
  expect(shown([])).toEqual([]);
});
