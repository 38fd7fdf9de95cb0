import { expect, test } from 'vitest';
import { MatrixFile } from '../../harness/publish/board/leaderboard-record.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import {
  cellClass,
  cellPathOf,
  cellsCount,
  cellWords,
  matricesOf,
  matrixRecord,
  noteWords,
} from './matrix.ts';

const sha = '0'.repeat(40);

/** `a2 b0`: of two trials the task `a` was passed in two, `b` in none; `c1!`: one passed, one was lost to us. */
function runOf(name: string, passes: string, config: object): Run {
  const episodes = passes.split(' ').flatMap((task) => {
    const [, taskId = '', passed, lost] = /^(\w)(\d)(!?)$/.exec(task) ?? [];
    return [1, 2].map((trial) => {
      const changes = { taskId, trial };
      if (trial <= Number(passed)) return exampleResult(changes);
      return exampleFailure({ ...changes, ...(lost && { status: 'tool_error' as const }) });
    });
  });
  return exampleRun({ runId: name, episodes, config: { trials: 2, adapter: name, ...config } });
}

function matrices(...runs: Run[]) {
  const file = {
    schema: 'contract-bench.results.v2' as const,
    sha,
    commit: { date: null, parents: [] },
    runs,
  };
  return matricesOf(standingsOf([file]), ({ runId }) => {
    const found = runs.find((run) => run.runId === runId);
    if (!found) throw new Error(runId);
    return found;
  });
}

const oracle = runOf('oracle', 'a2 b2 c2', { kind: 'oracle' });
const floor = runOf('keyword', 'a2 b0 c0', { kind: 'baseline' });
const agents = ['a2 b2 c1', 'a2 b1 c0', 'a2 b1 c1!', 'a2 b0 c0'].map((passes, at) =>
  runOf(`agent-${at}`, passes, { model: `model ${at}` }),
);

test('floor, ceiling and agents stand in one table, the best first, tasks from the easiest to the hardest', () => {
  const [matrix, ...others] = matrices(oracle, floor, ...agents, runOf('replay', 'a2 b2 c2', {}));
  expect(others).toEqual([]);
  expect(matrix?.rows.map(({ row }) => row.score.passed)).toEqual([6, 5, 4, 3, 2, 2]);
  expect(matrix?.rows.map(({ row }) => row.runId).slice(0, 4)).toEqual([
    'oracle',
    'agent-0',
    'agent-2',
    'agent-1',
  ]);
  expect(matrix?.tasks.map(({ taskId }) => taskId)).toEqual(['a', 'b', 'c']);
  expect(matrix?.saidOf).toEqual({ whom: 'agents', rows: 4 });
});

test('the margins are of the agents, and what was lost to us says nothing of a task', () => {
  const tasks = matrices(oracle, floor, ...agents)[0]?.tasks;
  expect(tasks?.[0]).toMatchObject({
    rate: 1,
    everybody: true,
    nobody: false,
    flaky: false,
    discrimination: null,
  });
  expect(tasks?.[1]).toMatchObject({ passed: 4, judged: 8, rate: 0.5, flaky: true, everybody: false });
  expect(tasks?.[2]).toMatchObject({ passed: 2, judged: 7, nobody: false });
  expect(tasks?.[1]?.discrimination).toBeGreaterThan(0);
});

test('without an agent the margins are of the baselines by name, without these of nobody', () => {
  expect(matrices(oracle, floor)[0]?.saidOf).toEqual({ whom: 'baselines', rows: 1 });
  expect(matrices(oracle, floor)[0]?.tasks[2]).toMatchObject({ nobody: true, discrimination: null });
  expect(matrices(oracle)[0]?.saidOf).toEqual({ whom: null, rows: 0 });
  expect(matrices(oracle)[0]?.tasks[0]).toMatchObject({ rate: null, nobody: false, everybody: false });
});

test('a cell tells of the first trial that did not pass', () => {
  const [matrix] = matrices(...agents);
  const row = matrix?.rows.find(({ row }) => row.runId === 'agent-2');
  expect(row?.cells[2]).toEqual({
    ...{ passed: 1, failed: 0, errored: 1, flaky: false },
    told: { taskId: 'c', trial: 2 },
  });
});

test('as data each row says what a row of the leaderboard says, with a cell for each task', () => {
  const record = matrixRecord(matrices(oracle, ...agents), { asOf: null });
  const [table] = record.tables;
  expect(MatrixFile.safeParse(JSON.parse(JSON.stringify(record))).error?.issues ?? []).toEqual([]);
  expect(record.schema).toBe('contract-bench.matrix.v1');
  expect(table?.rows).toHaveLength(5);
  expect(table?.rows[0]).toMatchObject({
    suite: 'webvoyager',
    kind: 'oracle',
    passK: { k: 2, all: 1, once: 1 },
  });
  expect(table?.rows[0]?.cells.map(({ taskId }) => taskId)).toEqual(table?.tasks.map(({ taskId }) => taskId));
  expect(table?.rows[0]).not.toHaveProperty('history');
});

const cell = (passed: number, failed: number, errored = 0) => ({
  ...{ passed, failed, errored, flaky: false },
  told: { taskId: 'a', trial: 2 },
});

test('a cell says its passes, and apart what was lost to us', () => {
  expect(cellWords(cell(2, 1))).toBe('2 of 3 passed');
  expect(cellWords(cell(1, 0, 2))).toBe('1 of 3 passed, 2 errored');
});

test('none and all have shades of their own, whatever the number of trials', () => {
  expect([cell(0, 8), cell(1, 7), cell(4, 4), cell(7, 1), cell(8, 0)].map(cellClass)).toEqual([
    ...['s0', 's1', 's2', 's3', 's4'],
  ]);
  expect(cellClass(cell(0, 0, 1))).toBe('s0 lost');
});

test('a cell leads to the episode, without its page to the task, without that nowhere', () => {
  const episodePath = () => '/episodes/run/a/2/' as const;
  expect(cellPathOf(cell(1, 1), 'run', { episodePath, taskPath: () => null })).toBe('/episodes/run/a/2/');
  expect(cellPathOf(cell(1, 1), 'run', { episodePath: () => null, taskPath: () => '/tasks/a/' })).toBe(
    '/tasks/a/',
  );
  expect(cellPathOf(cell(1, 1), 'run', { episodePath: () => null, taskPath: () => null })).toBeNull();
});

test.each([
  [{ trials: 1, worldSeeds: [1, 2, 3, 4, 5] }, 'passes on 5 seeds'],
  [{ trials: 3, worldSeeds: [1, 2] }, 'passes on 2 seeds, 3 trials on each'],
  [{ trials: 5, worldSeeds: null }, 'passes of 5 trials'],
  [{ trials: 1, worldSeeds: [1] }, 'passes of 1 trial'],
])('a cell of %j counts %s', (group, words) => {
  expect(cellsCount(group)).toBe(words);
});

test('a note names the rows that it is of', () => {
  const task = { taskId: 'a', passed: 0, judged: 1, rate: 0, discrimination: null };
  const of = (everybody: boolean, nobody: boolean, flaky: boolean) => ({ ...task, everybody, nobody, flaky });
  expect([
    noteWords(of(true, false, false), 'agents'),
    noteWords(of(false, true, false), 'agents'),
    noteWords(of(false, true, true), 'baselines'),
    noteWords(of(false, false, true), 'baselines'),
    noteWords(of(false, false, false), 'baselines'),
  ]).toEqual(['all agents', 'no agent', 'no baseline', 'flaky', '']);
});
