import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Run } from '../../results/records/result.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { readSiteHistory } from './read-site-history.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-history-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const save = (day: number, run: Run) =>
  saveRun(folder, `0000000${day}`, { date: `2026-01-0${day}T00:00:00Z`, parents: [] }, run);

test('an empty folder is an empty history', () => {
  expect(readSiteHistory(folder)).toEqual({
    commits: [],
    standings: [],
    outcomes: new Map(),
    limited: [],
    newestMs: null,
  });
});

test('commits come newest first, with every run, ranked or not', async () => {
  await save(1, exampleRun());
  await save(2, exampleRun({ runId: 'dirty', environment: { gitDirty: true } }));
  const { commits, standings, newestMs } = readSiteHistory(folder);
  expect(commits.map(({ sha, runs }) => [sha, runs.map(({ dirty }) => dirty)])).toEqual([
    ['00000002', [true]],
    ['00000001', [false]],
  ]);
  expect(standings[0]?.rows[0]?.sha).toBe('00000001');
  expect(newestMs).toBe(Date.parse('2026-01-02T03:04:05Z'));
});

test('a task has one strip for each row of the leaderboard: oldest outcome first, newest row on top', async () => {
  await save(1, exampleRun({ episodes: [exampleResult({ taskId: 'a' })] }));
  await save(2, exampleRun({ episodes: [exampleResult({ taskId: 'a' })], config: { adapter: 'noop' } }));
  await save(3, exampleRun({ episodes: [exampleFailure({ taskId: 'a' })] }));
  const strips = readSiteHistory(folder).outcomes.get('a');
  expect(strips?.map(({ label, points }) => [label, points.map(({ status }) => status)])).toEqual([
    ['replay on playwright 0.0.83', ['passed', 'failed']],
    ['no-op on playwright 0.0.83', ['passed']],
  ]);
});

test('an incomplete run is not an outcome of a task', async () => {
  await save(1, exampleRun({ complete: false, episodes: [exampleResult({ taskId: 'a' })] }));
  expect(readSiteHistory(folder).outcomes.size).toBe(0);
});

test('outcomes of a custom server or of other recordings are not outcomes of the project’s own recordings', async () => {
  const episodes = [exampleResult({ taskId: 'a' })];
  const custom = { id: 'custom:mine', package: null, version: '1', toolsSha256: null };
  await save(1, exampleRun({ episodes }));
  await save(2, exampleRun({ runId: 'others', episodes }));
  await save(3, exampleRun({ runId: 'custom', episodes, config: { server: custom } }));
  const originOf = (_: unknown, { runId }: Run) => ({ attested: false, ownRecordings: runId === 'others' });
  const { outcomes } = readSiteHistory(folder, { faultsOf: () => [], gone: [], originOf });
  const points = outcomes.get('a')?.flatMap((strip) => strip.points) ?? [];
  expect(points.map(({ runId, isOfProject }) => [runId, isOfProject])).toEqual([
    ['custom', false],
    ['run-1', true],
    ['others', false],
  ]);
});

test('a run without the tasks that its server cannot do is kept apart from the rows', async () => {
  const config = { kind: 'oracle' as const, adapter: 'oracle', partial: true as const };
  const cannot = [{ taskId: 'b', why: 'cannot' as const }];
  await save(
    1,
    exampleRun({ runId: 'less', config, notRun: cannot, episodes: [exampleResult({ taskId: 'a' })] }),
  );
  await save(2, exampleRun({ runId: 'asked', config, notRun: [{ taskId: 'b', why: 'not_asked' }] }));
  await save(3, exampleRun({ runId: 'dirty', config, notRun: cannot, environment: { gitDirty: true } }));
  const unsolved = { taskId: 'c', why: 'no_recording' as const };
  await save(
    4,
    exampleRun({ runId: 'rule', config: { kind: 'baseline', partial: true }, notRun: [unsolved] }),
  );
  const { standings, limited } = readSiteHistory(folder);
  expect(standings).toEqual([]);
  const less = { runId: 'less', sha: '00000001', passed: 1, total: 2, cannot: ['b'], unsolved: [] };
  expect(limited).toMatchObject([less]);
  await save(
    5,
    exampleRun({ runId: 'more', config, notRun: [...cannot, unsolved], episodes: [exampleResult()] }),
  );
  const more = { runId: 'more', passed: 1, total: 3, cannot: ['b'], unsolved: ['c'] };
  expect(readSiteHistory(folder).limited).toMatchObject([more]);
});
