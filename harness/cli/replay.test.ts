import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readEvents } from '../result/kept-events.ts';
import { ResultsFile, Run } from '../result/result.ts';
import { folderOf } from '../testing/folder-of.ts';
import { optionalLibraries, watchModules } from '../testing/loaded-modules.ts';
import {
  cleanEnv,
  type ScratchProject,
  scratchProject,
  withoutConfinementLine,
} from '../testing/scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

const read = (...parts: string[]) => readFile(path.join(project.folder, ...parts), 'utf8');

/** A task of each suite, one of them with a popup. */
const tasks = ['task-01-example-com-title', 'fixture-new-tab'];
const both = ['--task', tasks.join(','), '--workers', '2'];

test('tasks of both suites pass, are appended once a run, and the report does not depend on the run', async () => {
  const first = await project.harness([...both, '--out', 'first']);
  expect(withoutConfinementLine(first.stderr)).toBe('');
  expect(first.stdout).toMatch(/WebVoyager .* = 1 \/ 10 tasks passed \(9 not run\)/);
  expect(first.stdout).toMatch(/Fixtures .* = 1 \/ 13 tasks passed \(12 not run\)/);
  expect(first.exitCode).toBe(0);

  const stored = ResultsFile.parse(await project.results());
  expect(stored.sha).toBe(project.sha);
  expect(stored.runs.map(({ suite, complete, episodes }) => [suite, complete, episodes.length])).toEqual([
    ['fixtures', true, 1],
    ['webvoyager', true, 1],
  ]);
  expect(stored.runs.every(({ environment }) => !environment.gitDirty)).toBe(true);
  for (const run of stored.runs) {
    const saved = Run.parse(JSON.parse(await read('first', `${run.runId}.json`)));
    expect(saved.artifactsSha256).toBe(run.artifactsSha256);
  }
  expect(await read('first', `${project.sha}.md`)).toBe(await read('first', 'report.md'));

  const { env, loaded } = await watchModules();
  const again = ['--no-save', ...both, '--out', 'second', '--json'];
  const second = await project.harness(again, { env: { ...cleanEnv(), ...env } });
  expect(second.exitCode).toBe(0);
  expect(await read('second', 'report.json')).toBe(await read('first', 'report.json'));
  expect(ResultsFile.parse(await project.results()).runs).toHaveLength(2);

  // With --json it says its records alone.
  const { runs, ...end } = JSON.parse(second.stdout);
  const commandLine = `npm run harness -- ${again.join(' ')}`;
  expect(runs.map((run: unknown) => Run.parse(run))).toMatchObject([
    { suite: 'webvoyager', config: { recordings: 'project' }, commandLine },
    { suite: 'fixtures', config: { recordings: 'project' }, commandLine },
  ]);
  expect(end).toEqual({ interrupted: false, refused: null, resultsFile: null, notRecorded: [] });

  // And a replay loads no package of a model vendor.
  const modules = await loaded();
  expect(modules.length).toBeGreaterThan(100);
  expect(modules.some((url) => url.endsWith('/harness/adapters/claude.ts'))).toBe(true);
  expect(optionalLibraries(modules)).toEqual([]);
});

test('an agent that does nothing passes no task, and what happened is kept beside its results', async () => {
  const noop = ['--adapter', 'noop', ...both, '--out', 'noop', '--reporter', 'json'];
  const { exitCode, stdout } = await project.harness(noop);
  expect(stdout).toBe((await read('noop', 'report.json')).trimEnd());
  const { totals, episodes } = JSON.parse(stdout);
  expect(totals).toMatchObject({ episodes: 2, passed: 0, errored: 0 });
  expect(episodes.map(({ status }: { status: string }) => status)).toEqual(Array(2).fill('failed'));
  expect(exitCode).toBe(1);
  for (const run of ResultsFile.parse(await project.results()).runs) {
    const kept = readEvents(path.join(project.folder, 'results'), run);
    const happened =
      run.config.adapter === 'noop' ? await read('noop', 'events', `${run.runId}.jsonl`) : null;
    expect(kept).toBe(happened);
  }
});

test('a task without a transcript is an error of the user unless it may be left out; outside a git checkout nothing is appended, and it says so', async () => {
  const copy = await scratchProject({ git: false });
  const tasks = await folderOf({ 'example-h1.md': await read('tasks', 'fixtures', 'example-h1.md') });
  await cp(path.join(tasks, 'example-h1.md'), path.join(tasks, 'other.md'));
  await writeFile(
    path.join(tasks, 'other.md'),
    (await readFile(path.join(tasks, 'other.md'), 'utf8')).replace('id: example-h1', 'id: other'),
  );
  const words = ['--tasks', tasks, '--out', 'missing'];
  const refused = await copy.harness(words);
  expect(refused.stderr).toMatch(/other: no transcript playwright\/other\.jsonl/);
  expect(refused.exitCode).toBe(2);
  const left = await copy.harness([...words, '--allow-missing']);
  expect(left.stdout).toMatch(/not run {2}other/);
  expect(left.stdout).toMatch(/nothing appended \(no git checkout and no --sha\)/);
  expect(left.exitCode).toBe(0);
  const named = await copy.harness([...words, '--allow-missing', '--sha', 'a'.repeat(40)]);
  expect(named.stdout).toMatch(/results: .*a{40}\.json/);
});
