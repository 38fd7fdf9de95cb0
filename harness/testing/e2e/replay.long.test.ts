import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEvents } from '../../results/records/kept-events.ts';
import { ResultsFile, Run } from '../../results/records/result.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';
import { folderOf } from '../folder-of.ts';
import { optionalLibraries, watchModules } from '../loaded-modules.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject();
});

const readIn = ({ folder }: ScratchProject, ...parts: string[]) =>
  readFile(path.join(folder, ...parts), 'utf8');

const read = (...parts: string[]) => readIn(project, ...parts);

/** A task of each suite, one of them with a popup. */
const tasks = ['task-01-example-com-title', 'fixture-new-tab'];
const both = ['--task', tasks.join(','), '--workers', '2'];

test('every task of the gated suites passes, twice with the same report, in a small file; who does nothing passes none', async () => {
  const first = await project.harness(['--workers', '2', '--out', 'first']);
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/WebVoyager contract-eval score = 10 \/ 10 tasks passed/);
  expect(first.stdout).toMatch(/Fixtures contract-eval score = 13 \/ 13 tasks passed/);
  expect(first.stdout).toMatch(/A sample of the town contract-eval score = 12 \/ 12 tasks passed/);
  expect(first.exitCode).toBe(0);
  const { runs } = ResultsFile.parse(await project.results());
  expect(runs.map(({ episodes }) => episodes.length)).toEqual([13, 12, 10]);
  const stall = runs
    .flatMap(({ episodes }) => episodes)
    .find(({ taskId }) => taskId === 'local-recovery-stall');
  expect(stall).toMatchObject({ status: 'passed', noProgressEpisodes: 1, recovery: { recovered: 1 } });
  expect((await read('results', `${project.sha}.json`)).length).toBeLessThan(80 * 1024);

  await project.harness(['--workers', '2', '--no-save', '--out', 'second']);
  expect(await read('second', 'report.json')).toBe(await read('first', 'report.json'));

  const noop = ['--adapter', 'noop', '--no-save', '--workers', '2', '--reporter', 'json', '--out', 'noop'];
  const { totals } = JSON.parse((await project.harness(noop)).stdout);
  expect(totals).toMatchObject({ episodes: 35, passed: 0, errored: 0 });
});

test('the events of bench:episode hold a navigation, a look at the page and the judging', async () => {
  const { exitCode, stdout } = await project.harness(
    ['bench', 'episode', '--task', 'example-h1', '--out', 'episode'],
    { env: { OPENCHROME_BENCH_VERBOSE: '1' }, extendEnv: true },
  );
  expect(exitCode).toBe(0);
  const events = (await read('episode', 'events.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const calls = events.filter(({ type }) => type === 'tool_call').map(({ tool }) => tool);
  expect(calls).toContain('browser_navigate');
  expect(calls).toContain('browser_snapshot');
  expect(events.map(({ type }) => type)).toContain('contract_eval');
  expect(stdout).toContain('"type":"contract_eval"');
  const [row] = JSON.parse(await read('episode', 'report.json')).episodes;
  expect(row).toMatchObject({
    openchromeErrors: 0,
    artifacts: { eventsJsonl: 'events.jsonl', reportJson: 'reports/example-h1.json' },
  });
});

test('a limit on steps stops the recovery task before it recovers and says where it was', async () => {
  const { exitCode, stdout } = await project.harness([
    'bench',
    'episode',
    '--task',
    'local-recovery-stall',
    '--max-steps',
    '2',
    '--out',
    'short',
  ]);
  const [row] = JSON.parse(await read('short', 'report.json')).episodes;
  expect(row).toMatchObject({
    taskId: 'local-recovery-stall',
    status: 'max_steps',
    steps: 2,
    lastTool: 'browser_type',
  });
  expect(stdout).toMatch(
    /max_steps {2}local-recovery-stall[\s\S]*after 2 steps, last tool call browser_type/,
  );
  expect(exitCode).toBe(1);
});

test('a list of calls is recorded by playing it, and replays', async () => {
  await mkdir(path.join(project.folder, 'own'), { recursive: true });
  const script = await folderOf({
    'calls.jsonl': '# opens it\n{"tool": "browser_navigate", "args": {"url": "https://example.com/"}}\n',
  });
  const flags = [
    '--no-save',
    '--task',
    'example-h1',
    '--transcripts',
    path.join(project.folder, 'own'),
    '--out',
    'recorded',
  ];
  const recorded = await project.harness([
    ...flags,
    '--adapter',
    'script',
    '--script',
    path.join(script, 'calls.jsonl'),
    '--record',
  ]);
  expect(recorded.stdout).toMatch(/recorded {2}.*own\/playwright\/example-h1\.jsonl/);
  const replayed = await project.harness(flags);
  expect(replayed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/passed {2}example-h1 .* 1 call/),
  });
  const saved = await readSavedRuns(path.join(project.folder, 'recorded'));
  expect(saved.at(-1)?.run?.config.recordings).toBe('other');
});

describe('of a task of each suite', () => {
  let project: ScratchProject;
  beforeAll(async () => {
    project = await scratchProject();
    expect(await project.harness([...both, '--out', 'first'])).toMatchObject({ exitCode: 0 });
  });

  test('the report does not depend on the run; with --json it says its records alone, and a replay loads no package of a model vendor', async () => {
    const { env, loaded } = await watchModules();
    const again = ['--no-save', ...both, '--out', 'second', '--json'];
    const second = await project.harness(again, { env: { ...cleanEnv(), ...env } });
    expect(second.exitCode).toBe(0);
    expect(await readIn(project, 'second', 'report.json')).toBe(
      await readIn(project, 'first', 'report.json'),
    );
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
    expect(modules.some((url) => url.endsWith('/harness/agents/claude.ts'))).toBe(true);
    expect(optionalLibraries(modules)).toEqual([]);
  });

  test('an agent that does nothing passes no task, and what happened is kept beside its results', async () => {
    const noop = ['--adapter', 'noop', ...both, '--out', 'noop', '--reporter', 'json'];
    const { exitCode, stdout } = await project.harness(noop);
    expect(stdout).toBe((await readIn(project, 'noop', 'report.json')).trimEnd());
    const { totals, episodes } = JSON.parse(stdout);
    expect(totals).toMatchObject({ episodes: 2, passed: 0, errored: 0 });
    expect(episodes.map(({ status }: { status: string }) => status)).toEqual(Array(2).fill('failed'));
    expect(exitCode).toBe(1);
    for (const run of ResultsFile.parse(await project.results()).runs) {
      const kept = readEvents(path.join(project.folder, 'results'), run);
      const happened =
        run.config.adapter === 'noop' ? await readIn(project, 'noop', 'events', `${run.runId}.jsonl`) : null;
      expect(kept).toBe(happened);
    }
  });
});

test('a task without a transcript is an error of the user unless it may be left out; outside a git checkout nothing is appended, and it says so', async () => {
  const copy = await scratchProject({ git: false });
  const text = await read('tasks', 'fixtures', 'example-h1.md');
  const tasks = await folderOf({
    'example-h1.md': text,
    'other.md': text.replace('id: example-h1', 'id: other'),
  });
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
