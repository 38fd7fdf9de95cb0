import { expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { type GateInput, type GateTask, judgeGate } from './judge-gate.ts';

const task = (id: string, changes: Partial<GateTask> = {}): GateTask => ({
  id,
  suite: 'webvoyager',
  file: `tasks/webvoyager/${id}.md`,
  transcript: `transcripts/playwright/${id}.jsonl`,
  gate: 'transcripts',
  hasTranscript: true,
  cannot: null,
  ...changes,
});

const input: Omit<GateInput, 'runs'> = {
  asked: {
    suites: { webvoyager: { expected_pass_count: 2, required: ['a', 'b'] } },
    ofServer: 'playwright',
    excused: new Map([['c', 'slow']]),
  },
  baselineFile: 'results/baseline.json',
  server: 'playwright',
  tasks: [task('a'), task('b'), task('c')],
  judge: 1,
  pinned: { package: '@playwright/mcp', version: '0.0.83' },
};

const passed = (taskId: string) => exampleResult({ taskId });

function runOf(
  episodes: Result[],
  changes: Partial<Run> & { partial?: true; judge?: number; adapter?: 'oracle' } = {},
) {
  const { partial, judge = 1, adapter, ...rest } = changes;
  const tasksSha256 = digest([...new Map(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))]);
  const played = adapter ? { kind: adapter, adapter } : {};
  const config = { tasksSha256, judge, ...played, ...(partial ? { partial } : {}) };
  return { file: 'results/abc.json', run: exampleRun({ episodes, config, ...rest }) };
}

const failuresOf = (runs: GateInput['runs'], changes: Partial<GateInput> = {}) =>
  judgeGate({ ...input, runs, ...changes }).flatMap(({ failures }) => failures);

test('the gate passes if every required task passed; an excused task may fail', () => {
  const excusedOf = (...episodes: Result[]) =>
    judgeGate({ ...input, runs: [runOf(episodes)] }).map(({ failures, excused }) => ({ failures, excused }));
  const c = { id: 'c', why: 'slow' };
  expect(excusedOf(passed('a'), passed('b'))).toEqual([{ failures: [], excused: [{ ...c, passes: null }] }]);
  expect(excusedOf(passed('a'), passed('b'), exampleFailure({ taskId: 'c' }))).toEqual([
    { failures: [], excused: [{ ...c, passes: false }] },
  ]);
});

test('a failed contract is reported with the task, its file and the clause', () => {
  expect(failuresOf([runOf([passed('a'), exampleFailure({ taskId: 'b' })])])).toEqual([
    {
      file: 'tasks/webvoyager/b.md',
      task: 'b',
      title: 'b failed',
      what: 'webvoyager: failed: postconditions[1] (dom_text match): wanted h1 contains "Example Domain"; observed no element matches h1; after 3 steps',
    },
    expect.objectContaining({
      file: 'results/baseline.json',
      what: '1 task passed, expected_pass_count is 2',
    }),
  ]);
});

test('a drift is reported with the step and the recorded call', () => {
  const drift = {
    reason: 'tool_gone',
    step: 2,
    expected: 'browser_navigate',
    actual: 'no such tool',
  } as const;
  const drifted = exampleResult({
    taskId: 'b',
    status: 'replay_drift',
    success: false,
    drift,
    verdict: null,
    factsSha256: null,
  });
  expect(failuresOf([runOf([passed('a'), drifted])])).toContainEqual(
    expect.objectContaining({
      what: 'webvoyager: replay_drift: tool_gone at step 2: recorded browser_navigate; seen no such tool; re-record',
    }),
  );
});

test('a required task is pending without a task file, without a transcript, or unplayed; each is reported', () => {
  const tasks = [task('b', { hasTranscript: false })];
  const [judged] = judgeGate({ ...input, tasks, runs: [] });
  expect(judged).toMatchObject({ pending: 2, passed: 0 });
  expect(judged?.failures.map(({ file, what }) => `${file}: ${what}`)).toEqual([
    'results/baseline.json: the baseline requires it, but this task does not exist',
    'transcripts/playwright/b.jsonl: it was not played at this commit because it has no transcript; record one with --record',
    'results/baseline.json: 0 tasks passed, expected_pass_count is 2',
  ]);
});

test('a run that was cut short leaves tasks pending', () => {
  expect(failuresOf([runOf([passed('a')], { complete: false })]).map(({ title }) => title)).toEqual([
    'b pending',
    'webvoyager below its baseline',
  ]);
});

test('the newest run of the whole suite counts, and later runs of single tasks beside it', () => {
  const early = { startedAt: '2026-01-01T00:00:00Z', runId: 'early' };
  const late = { startedAt: '2026-01-03T00:00:00Z', runId: 'late' };
  const red = [passed('a'), exampleFailure({ taskId: 'b' })];
  const green = [passed('a'), passed('b')];
  expect(failuresOf([runOf(green, late), runOf(red, early)])).toEqual([]);
  expect(failuresOf([runOf(green, early), runOf(red, late)])).toHaveLength(2);
  const single = runOf([exampleFailure({ taskId: 'b' })], { ...late, partial: true });
  expect(failuresOf([runOf(green, early), single]).map(({ title }) => title)).toContain('b failed');
  const hidden = runOf([passed('a')], { ...late, partial: true });
  expect(failuresOf([runOf(red, early), hidden]).map(({ title }) => title)).toContain('b failed');
});

test('an older version of the judge is reported', () => {
  expect(failuresOf([runOf([passed('a'), passed('b')], { judge: 7 })])).toContainEqual(
    expect.objectContaining({ what: 'config.judge: judged by version 7, the judge is now 1' }),
  );
});

test('a run that contradicts itself fails the gate', () => {
  const { file, run } = runOf([passed('a'), passed('b')]);
  const totals = { ...run.totals, episodes: 3 };
  expect(failuresOf([{ file, run: { ...run, totals } }])).toEqual([
    expect.objectContaining({ file, what: 'totals.episodes: stored 3, found again 2' }),
  ]);
});

test('tasks that another server cannot do are excused, tasks of the baseline’s own server are not', () => {
  const tasks = [task('a'), task('b', { cannot: 'it has no dialogs' })];
  expect(failuresOf([runOf([passed('a')])], { tasks, server: 'other' })).toEqual([]);
  expect(failuresOf([runOf([passed('a')])], { tasks }).map(({ what }) => what)).toContain(
    'the server cannot: it has no dialogs',
  );
});

test.each([
  [true, false, ['run of a CI service']],
  [true, true, []],
  [false, false, []],
  [true, null, []],
])('a run in CI: %j whose server was confined: %j', (ci, confined, expected) => {
  const { file, run } = runOf([passed('a'), passed('b')]);
  const server = { ...run.config.server, confined };
  const changed = { ...run, config: { ...run.config, server }, environment: { ...run.environment, ci } };
  const failures = failuresOf([{ file, run: changed }]);
  expect(
    failures.map(({ title }) =>
      title.replace(/^run .*: the server was not sandboxed$/, 'run of a CI service'),
    ),
  ).toEqual(expected);
});

test('a suite gated by the oracle is judged by the oracle’s run, without transcripts or replays', () => {
  const tasks = ['a', 'b'].map((id) => task(id, { gate: 'oracle', hasTranscript: false }));
  const episodes = [passed('a'), passed('b')];
  expect(failuresOf([runOf(episodes, { adapter: 'oracle' })], { tasks })).toEqual([]);
  expect(failuresOf([runOf(episodes)], { tasks }).map(({ title }) => title)).toContain('a pending');
});
