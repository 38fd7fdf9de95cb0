import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { UserError } from '../../harness/platform/errors/user-error.ts';
import { boundedResult } from '../../harness/results/records/bounded-result.ts';
import { readHistory } from '../../harness/results/records/read-history.ts';
import { totalsOf } from '../../harness/results/records/run-facts.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { runContradictions } from '../../harness/results/verify/run-contradictions.ts';
import { isLong } from '../../harness/testing/sized.ts';
import { readDemoOptions, writeDemo } from './demo.ts';
import { contenders } from './synthetic-history.ts';

const taskIds = Array.from({ length: 30 }, (_, index) => `example-task-${index}`);

let folder: string;
/** Of a project in that folder. */
let results: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'demo-')));
  results = join(folder, 'project', 'results');
  mkdirSync(join(results, 'skills'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (...args: string[]) => readDemoOptions(args, results);

test('without flags there are 200 commits in a folder still to be made', () => {
  const board = { rows: 20, trials: 3 };
  const history = { commits: 200, tasks: 30, runsPerCommit: 3, ...board };
  expect(read()).toEqual({ ...history, seed: 1, out: null, build: true });
});

test('help asks for no history', () => {
  expect(read('--help')).toBeNull();
});

test('every flag is heard', () => {
  const numbers = ['--commits', '7', '--tasks', '2', '--runs-per-commit', '1', '--seed', '9'];
  const board = ['--rows', '4', '--trials', '2'];
  const out = join(folder, 'new', 'place');
  expect(read(...numbers, ...board, '--out', out, '--no-build')).toEqual({
    commits: 7,
    tasks: 2,
    runsPerCommit: 1,
    rows: 4,
    trials: 2,
    seed: 9,
    out,
    build: false,
  });
});

test.each([
  ['--commits', '0'],
  ['--commits', '1e3'],
  ['--commits', '-5'],
  ['--tasks', ''],
  ['--runs-per-commit', '6'],
  ['--rows', '1001'],
  ['--trials', '0'],
  ['--seed', 'x'],
  ['--commit', '5'],
  ['surplus', ''],
])('%s %s is refused by name', (flag, value) => {
  expect(() => read(flag, value)).toThrow(UserError);
  expect(() => read(flag, value)).toThrow(flag.startsWith('--') ? flag : 'surplus');
});

test('what was measured stays as it is: neither its folder, nor one in it, nor a link to it, nor the one it is in', () => {
  symlinkSync(results, join(folder, 'link'));
  const places = [results, join(results, 'demo'), join(results, 'skills'), join(folder, 'link', 'demo')];
  for (const place of [...places, join(folder, 'project')])
    expect(() => read('--out', place), place).toThrow(`would put invented results into ${results}`);
});

test('a folder with other things in it is refused, an empty one and an earlier demo are not', () => {
  const out = join(folder, 'out');
  mkdirSync(join(out, 'results'), { recursive: true });
  expect(() => read('--out', out)).toThrow('neither empty nor an earlier demo');
  writeFileSync(join(out, 'results', 'synthetic.json'), '{}');
  expect(read('--out', out)?.out).toBe(out);
  mkdirSync(join(folder, 'empty'));
  expect(read('--out', join(folder, 'empty'))?.out).toBe(join(folder, 'empty'));
});

test('a file is no folder', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => read('--out', join(folder, 'file'))).toThrow('is a file');
});

const write = (commits: number, changes = {}) => {
  const usual = { taskIds, runsPerCommit: 5, rows: 0, trials: 1, seed: 1 };
  return writeDemo(folder, thisProject.results, { commits, ...usual, ...changes });
};

test('it is what the harness could have written: valid, bounded, with the totals of its episodes', () => {
  const history = [...readHistory(write(12))];
  expect(history).toHaveLength(12);
  for (const run of history.flatMap(({ runs }) => runs)) {
    const { episodes, totals } = run;
    expect(runContradictions(run)).toEqual([]);
    expect(totals).toEqual(totalsOf(episodes));
    expect(episodes.map(boundedResult)).toEqual(episodes);
    expect(totals.episodes).toBeGreaterThan(0);
  }
});

test('a commit follows its parent, and a run of 30 tasks has at most 48 KB', () => {
  const results = write(8, { runsPerCommit: 1 });
  const history = [...readHistory(results)];
  expect(history.map(({ commit }) => commit.parents[0])).toEqual([
    undefined,
    ...history.slice(0, -1).map(({ sha }) => sha),
  ]);
  for (const { sha } of history)
    expect(readFileSync(join(results, `${sha}.json`)).length).toBeLessThan(48_000);
});

test('one seed gives one history, another gives another', () => {
  const first = filesOf(write(6));
  expect(filesOf(write(6))).toEqual(first);
  expect(Object.keys(filesOf(write(6, { seed: 2 })))).not.toEqual(Object.keys(first));
});

test('a replay falls by the tasks of the regression and recovers', () => {
  const history = [...readHistory(write(30))];
  const passed = (from: number, to: number) =>
    standingsOf(history.slice(from, to))
      .flatMap((group) => group.rows)
      .find(({ server, model }) => model === null && server.id === 'playwright')?.score.passed ?? 0;
  const [before, during, after] = [passed(0, 16), passed(16, 18), passed(19, 30)];
  expect(during).toBeLessThanOrEqual(24);
  expect(before).toBeGreaterThan(during + 3);
  expect(after).toBeGreaterThan(during + 3);
});

test('each release has a board of floor, ceiling and agents, whose rows have trials, costs and ranks', () => {
  const history = [...readHistory(write(8, { runsPerCommit: 1, rows: 10, trials: 3 }))];
  for (const run of history.flatMap(({ runs }) => runs)) expect(runContradictions(run)).toEqual([]);
  const groups = standingsOf(history).filter(({ suite }) => suite === 'example-board');
  const ofKind = (kind: string) => groups.filter((group) => group.kind === kind);
  for (const kind of ['oracle', 'baseline', 'control', 'agent']) expect(ofKind(kind), kind).toHaveLength(2);
  const [newest, older] = ofKind('model');
  expect([newest?.superseded, older?.superseded]).toEqual([false, true]);
  expect(newest?.rows).toHaveLength(8);
  expect(new Set(newest?.rows.map(({ rank }) => rank)).size).toBeGreaterThan(1);
  expect(ofKind('control')[0]?.rows[0]?.score.passed).toBe(0);
});

if (isLong) {
  test('it has what a site must be able to show', () => {
    const history = [...readHistory(write(100, { runsPerCommit: 3 }))];
    const runs = history.flatMap((file) => file.runs);
    const episodes = runs.flatMap((run) => run.episodes);
    const statuses = new Set(episodes.map(({ status }) => status));
    for (const status of ['passed', 'failed', 'max_steps', 'replay_drift', 'tool_error', 'inconclusive'])
      expect(statuses, status).toContain(status);
    expect(runs.some(({ complete }) => !complete)).toBe(true);
    expect(runs.some(({ environment }) => environment.gitDirty)).toBe(true);
    expect(runs.some(({ config, totals }) => config.model !== null && totals.usd === null)).toBe(true);
    expect(history.some(({ commit }) => commit.date === null)).toBe(true);
    const rows = standingsOf(history).flatMap((group) => group.rows);
    expect(rows).toHaveLength(contenders.length);
  });
}

function filesOf(results: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(results)
      .sort()
      .map((name) => [name, readFileSync(join(results, name), 'utf8')]),
  );
}
