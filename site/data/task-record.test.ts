import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { saveRun } from '../../harness/results/store/save-run.ts';
import { readSuites } from '../../harness/task/read-suites.ts';
import { noPatternCheck } from '../../harness/task/read-tasks.ts';
import { episodesCsv } from './episodes-csv.ts';
import { taskCsv, taskRecord } from './task-record.ts';

const stamp = { asOf: null };
const taskId = 'task-01-example-com-title';
const { tasks } = await readSuites(join(import.meta.dirname, '../../tasks'), noPatternCheck);
const taskFile = tasks.find(({ task }) => task.id === taskId);
if (!taskFile) throw new Error(`there is no task ${taskId}`);

test('a task has its contract as data and its outcomes by row, oldest first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'task-record-'));
  try {
    const save = (sha: string, day: number, run: ReturnType<typeof exampleRun>) =>
      saveRun(folder, sha, { date: `2026-01-0${day}T00:00:00Z`, parents: [] }, run);
    await save('0000001', 1, exampleRun());
    await save(
      '0000002',
      2,
      exampleRun({
        episodes: [exampleFailure(), exampleResult({ taskId: 'task-02-mdn-fetch-syntax' })],
      }),
    );
    await save('0000003', 3, exampleRun({ config: { judge: 0 } }));
    const history = readSiteHistory(folder);
    const record = taskRecord(taskFile, undefined, history, stamp);
    expect(record).toMatchObject({
      schema: 'contract-bench.task.v1',
      id: taskId,
      suite: 'webvoyager',
      taskSha256: taskFile.taskSha256,
      contract: { kind: 'and' },
    });
    expect(record).not.toHaveProperty('success');
    expect(
      record.history.map(({ runs }) => runs.flatMap(({ outcomes }) => outcomes.map(({ status }) => status))),
    ).toEqual([['passed'], ['passed', 'failed']]);
    const keys = record.history.map(({ comparabilityKey }) => comparabilityKey);
    expect(new Set(keys).size).toBe(2);
    expect(taskCsv(taskId, history, stamp).split('\r\n')).toHaveLength(1 + 3 + 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a task that nobody played has an empty history', () => {
  const nothing = { standings: [], outcomes: new Map() };
  expect(taskRecord(taskFile, undefined, nothing, stamp).history).toEqual([]);
  expect(taskCsv(taskId, nothing, stamp).split('\r\n')).toHaveLength(2);
});

test('the limits are those that are played, and those of the task stand beside them', () => {
  const hermetic = { maxSteps: 100, maxDurationMs: 600_000, maxUsd: 2 };
  const live = { ...hermetic, maxSteps: 200 };
  const nothing = { standings: [], outcomes: new Map() };
  const { maxSteps, maxDurationMs, maxUsd } = taskFile.task;
  const own = { maxSteps, maxDurationMs, maxUsd };
  const record = taskRecord(taskFile, { limits: { hermetic, live } }, nothing, stamp);
  expect(record).toMatchObject({ limits: hermetic, own });
  expect(record).not.toHaveProperty('maxSteps');
  expect(taskRecord(taskFile, undefined, nothing, stamp).limits).toEqual(own);
});

test('a commit has one line an episode over all its runs', () => {
  const hostile = exampleFailure({
    failedPostcondition: { name: '=cmd()', wanted: 'a, "b"', observed: '<script>\r\n' },
  });
  const runs = [
    exampleRun(),
    exampleRun({ runId: 'run-2', episodes: [hostile], environment: { gitDirty: true } }),
  ];
  const text = episodesCsv(
    {
      schema: 'contract-bench.results.v2',
      sha: '0000001',
      commit: { date: null, parents: [] },
      runs,
    },
    stamp,
  );
  expect(text.match(/^0000001,/gm)).toHaveLength(3);
  expect(text).toContain(`,'=cmd(),"a, ""b""","<script>\r\n",\r\n`);
});
