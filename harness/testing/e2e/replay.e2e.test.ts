import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportFormats } from '../../publish/exports/index.ts';
import { readEvents } from '../../results/records/kept-events.ts';
import { ResultsFile, Run } from '../../results/records/result.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';
import type { Ended } from '../command-process.ts';
import { exportFaults } from '../export-faults.ts';
import { folderOf } from '../folder-of.ts';
import { optionalLibraries, watchModules } from '../loaded-modules.ts';
import { cleanEnv, type ScratchProject, scratchProject, withoutConfinementLine } from '../scratch-project.ts';
import { isLong } from '../sized.ts';
import { changedCopy, findingsIn, naming, verified } from '../verified.ts';

/** A task of each suite; `verify.long.e2e.test.ts` has more of what verifying finds. */
const tasks = ['task-01-example-com-title', 'fixture-dom-count'];

let project: ScratchProject;
/** Both were played once, which every test looks at. */
let first: Ended;
let fixtures: Run;

beforeAll(async () => {
  project = await scratchProject();
  first = await project.harness(['--task', tasks.join(','), '--workers', '2', '--out', 'first']);
  expect([first.exitCode, withoutConfinementLine(first.stderr)]).toEqual([0, '']);
  const { runs } = (await project.results()) as { runs: [Run, Run] };
  [fixtures] = runs;
});

const readIn = ({ folder }: ScratchProject, ...parts: string[]) =>
  readFile(path.join(folder, ...parts), 'utf8');

const read = (...parts: string[]) => readIn(project, ...parts);

const changed = (name: string, change: (text: string) => string) =>
  changedCopy(path.join(project.folder, 'first'), name, change);

test('tasks of both suites pass and are appended once a run', async () => {
  expect(first.stdout).toMatch(/WebVoyager .* = 1 \/ 10 tasks passed \(9 not run\)/);
  expect(first.stdout).toMatch(/Fixtures .* = 1 \/ 13 tasks passed \(12 not run\)/);

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
});

test('a fresh run is verified, and compared with what is committed', async () => {
  expect(await verified(project, 'first')).toEqual({
    exitCode: 0,
    stderr: '',
    lines: ['verified 2 runs, 2 episodes, 4 clauses'],
  });
  expect(await findingsIn(project, path.join(project.folder, 'first'))).toEqual([]);
});

test('a run that is not committed is said so, and is an error where the commit was named', async () => {
  const sha = 'a'.repeat(40);
  const { exitCode, lines } = await verified(project, 'first', '--sha', sha);
  expect(exitCode).toBe(1);
  expect(lines).toContain(`results/${sha}.json: run ${fixtures.runId} is not in results/`);
});

test('a changed character of a fact names file, run, task and clause, and what follows from it', async () => {
  const count = await changed('facts.jsonl', (text) => text.replace(/"count":(\d)/, '"count":9$1'));
  const { exitCode, lines } = await verified(project, count);
  expect(exitCode).toBe(1);
  const clause = 'postconditions[1] (dom_count match)';
  expect(lines).toEqual(
    expect.arrayContaining([
      naming('facts.jsonl', `run ${fixtures.runId}`, 'the digest of the file is'),
      expect.stringMatching(
        new RegExp(`facts.jsonl line \\d: run ${fixtures.runId}: fixture-dom-count: the digest of the facts`),
      ),
      naming('reports/fixture-dom-count.json', `run ${fixtures.runId}`, 'fixture-dom-count', clause),
      naming(`${fixtures.runId}.json`, `run ${fixtures.runId}`, 'fixture-dom-count', clause, 'outcome'),
      expect.stringContaining('status: stored "passed", found again "failed"'),
    ]),
  );

  // One that decides nothing: the clauses that are judged from it are named.
  const unread = await changed('facts.jsonl', (text) => text.replace('"dialog":null', '"dialog":nuLl'));
  expect(await findingsIn(project, unread)).toContainEqual(naming('facts.jsonl', `run ${fixtures.runId}`));
  const shift = await changed('facts.jsonl', (text) =>
    text.replace(/"contract_enter":\d/, '"contract_enter":'),
  );
  expect(await findingsIn(project, shift)).toContainEqual(
    expect.stringMatching(/judged from them: postconditions\[0\] \(url match\)/),
  );
});

test('a folder without a run, one that is none and a run that is no JSON are errors of the user', async () => {
  const empty = await folderOf();
  const broken = await folderOf({ '20260101T000000Z-abcdef-fixtures.json': '{' });
  await expect(findingsIn(project, empty)).rejects.toThrow(/holds no run/);
  await expect(findingsIn(project, broken)).rejects.toThrow(/expected the JSON of a run/);
  const { exitCode, stderr } = await verified(project, 'nowhere');
  expect(stderr).toMatch(/not a folder: nowhere/);
  expect(exitCode).toBe(2);
});

if (isLong) {
  test('an export goes beside the run, which is verified as before', async () => {
    const { stdout, exitCode } = await project.harness(['export', 'inspect', 'first']);
    expect(exitCode).toBe(0);
    const said = /: 1 episode, 1 file below .*first\/exports\/inspect$/;
    expect(stdout.split('\n')).toEqual([expect.stringMatching(said), expect.stringMatching(said)]);
    expect(await project.harness(['verify', 'first'])).toMatchObject({ exitCode: 0, stderr: '' });
  });
}

test.each(exportFormats)('$id: the run of a replay passes the schema', async ({ id }) => {
  const words = ['export', id, 'first', '--to', await folderOf(), '--json'];
  const { exitCode, stdout } = await project.harness(words);
  expect(exitCode).toBe(0);
  const { files } = JSON.parse(stdout) as { files: string[] };
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(await exportFaults(id, await readFile(file, 'utf8'))).toEqual([]);
});

test('help of the export names every format', async () => {
  const { stdout } = await project.harness(['export', '--help']);
  for (const { id } of exportFormats) expect(stdout).toMatch(new RegExp(`^format ${id}: `, 'm'));
});

test.each<[string, () => Promise<string[]>, RegExp]>([
  ['a folder that is none', async () => ['atif', 'nowhere'], /export: not a folder: .*nowhere/],
  ['a folder without a run', async () => ['inspect', await folderOf()], /holds no run \(<run-id>\.json\)/],
  [
    'an unknown format',
    async () => ['csv', 'first'],
    /got the format "csv"; expected one of atif, inspect, eee, otel/,
  ],
])('to export %s is a mistake of the user', async (_, args, message) => {
  const { exitCode, stderr, stdout } = await project.harness(['export', ...(await args())]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

if (isLong) {
  describe('in two shards', () => {
    let folders: string[];
    beforeAll(async () => {
      ({ folders } = await playShards(project, 2, ['--task', tasks.join(',')], { atOnce: false }));
    });

    test('they merge to the report of the unsharded, are appended as one run and verified', async () => {
      const before = ResultsFile.parse(await project.results()).runs.length;
      const merged = await project.harness(['merge', ...folders, '--out', 'merged']);
      expect(merged).toMatchObject({ exitCode: 0, stderr: '' });
      expect(merged.stdout).toMatch(
        /^2 shards merged into merged; appended to results\/[0-9a-f]{40}\.json$/m,
      );
      expect(await reportOf(project, 'merged')).toBe(await reportOf(project, 'first'));
      const appended = ResultsFile.parse(await project.results()).runs.slice(before);
      expect(appended.sort((one, other) => (one.suite < other.suite ? -1 : 1))).toMatchObject([
        { complete: true, suite: 'fixtures', config: { workers: 4 } },
        { complete: true, suite: 'webvoyager', config: { workers: 4 } },
      ]);
      const verified = await project.harness(['verify', 'merged', '--sha', project.sha ?? '']);
      expect(verified).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^verified 2 runs, 2 episodes/),
      });
    });

    test('a missing and a doubled shard are refused by name, and nothing is written', async () => {
      const [one = ''] = folders;
      const refused = await project.harness(['merge', one, one, '--out', 'refused']);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toMatch(/^merge: shard 2\/2 of fixtures is missing$/m);
      expect(refused.stderr).toMatch(/^merge: shard 1\/2 of fixtures was found twice: shard-1, shard-1$/m);
      await expect(reportOf(project, 'refused')).rejects.toThrow(/ENOENT/);
    });
  });

  test('an agent that does nothing passes no task, and what happened is kept beside its results', async () => {
    // Of both suites, and one has a popup.
    const idle = [...tasks, 'fixture-new-tab'];
    const noop = [
      ...['--adapter', 'noop', '--task', idle.join(','), '--workers', '2'],
      ...['--out', 'noop', '--reporter', 'json'],
    ];
    const { exitCode, stdout } = await project.harness(noop);
    expect(stdout).toBe((await read('noop', 'report.json')).trimEnd());
    const { totals, episodes } = JSON.parse(stdout);
    expect(totals).toMatchObject({ episodes: idle.length, passed: 0, errored: 0 });
    expect(episodes.map(({ status }: { status: string }) => status)).toEqual(idle.map(() => 'failed'));
    expect(exitCode).toBe(1);
    for (const run of ResultsFile.parse(await project.results()).runs) {
      const kept = readEvents(path.join(project.folder, 'results'), run);
      const happened =
        run.config.adapter === 'noop' ? await read('noop', 'events', `${run.runId}.jsonl`) : null;
      expect(kept).toBe(happened);
    }
  });

  test('every task of the gated suites passes, twice with the same report, in a small file; who does nothing passes none', async () => {
    const project = await scratchProject();
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
    expect((await readIn(project, 'results', `${project.sha}.json`)).length).toBeLessThan(80 * 1024);

    await project.harness(['--workers', '2', '--no-save', '--out', 'second']);
    expect(await readIn(project, 'second', 'report.json')).toBe(
      await readIn(project, 'first', 'report.json'),
    );

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
    const limited = ['--task', 'local-recovery-stall', '--max-steps', '2', '--out', 'short'];
    const { exitCode, stdout } = await project.harness(['bench', 'episode', ...limited]);
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
    const own = ['--transcripts', path.join(project.folder, 'own'), '--out', 'recorded'];
    const flags = ['--no-save', '--task', 'example-h1', ...own];
    const calls = ['--adapter', 'script', '--script', path.join(script, 'calls.jsonl')];
    const recorded = await project.harness([...flags, ...calls, '--record']);
    expect(recorded.stdout).toMatch(/recorded {2}.*own\/playwright\/example-h1\.jsonl/);
    const replayed = await project.harness(flags);
    expect(replayed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/passed {2}example-h1 .* 1 call/),
    });
    const saved = await readSavedRuns(path.join(project.folder, 'recorded'));
    expect(saved.at(-1)?.run?.config.recordings).toBe('other');
  });

  test('the report does not depend on the run; with --json it says its records alone, and a replay loads no package of a model vendor', async () => {
    const project = await scratchProject();
    const both = ['--task', 'task-01-example-com-title,fixture-new-tab', '--workers', '2'];
    expect(await project.harness([...both, '--out', 'first'])).toMatchObject({ exitCode: 0 });
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
    expect(modules.some((url) => url.endsWith('/harness/agents/models/model-adapter.ts'))).toBe(true);
    expect(optionalLibraries(modules)).toEqual([]);
  });

  test.each([
    { name: 'every suite', command: [] },
    { name: 'the fixtures under the names of OpenChrome', command: ['bench', 'episode'] },
  ])('$name: 4 shards merge to the report of the unsharded', async ({ command }) => {
    const project = await scratchProject();
    const { folders } = await playShards(project, 4, command);
    const whole = await project.harness([
      ...command,
      '--out',
      'whole',
      ...(command.length > 0 ? [] : ['--no-save']),
    ]);
    expect(whole.exitCode).toBe(0);
    expect(await project.harness(['merge', ...folders, '--out', 'merged'])).toMatchObject({ exitCode: 0 });
    expect(await reportOf(project, 'merged')).toBe(await reportOf(project, 'whole'));
    expect(await project.harness(['verify', 'merged'])).toMatchObject({ exitCode: 0 });
    const stored = command.length > 0 ? 'ENOENT' : await project.results();
    expect(await project.harness(['merge', ...folders.toReversed(), '--out', 'merged'])).toMatchObject({
      exitCode: 0,
    });
    // The same shards in another order, into the same folder, give the same bytes; bench appends nothing.
    if (stored === 'ENOENT') await expect(project.results()).rejects.toThrow(stored);
    else expect(await project.results()).toEqual(stored);
    const tooMany = await project.harness([...command, '--shard', '1/999', '--dry-run']);
    expect(tooMany).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/expected at most \d+ shards/),
    });
    const [missing, ...others] = folders;
    expect(await project.harness(['merge', ...others, '--out', 'refused']), missing).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^merge: shard 1\/4 of \w+ is missing$/m),
    });
  });
}

/**
 * Plays every shard of a run, each into a folder of its own; nothing may be appended. One after the other they share a
 * process.
 */
async function playShards(
  project: ScratchProject,
  count: number,
  flags: string[],
  { atOnce = true } = {},
): Promise<{ folders: string[] }> {
  const folders = Array.from({ length: count }, (_, index) => `shard-${index + 1}`);
  const play = (folder: string, index: number) =>
    project.harness([...flags, '--shard', `${index + 1}/${count}`, '--out', folder]);
  const stored = await storedIn(project);
  if (atOnce) {
    for (const ended of await Promise.all(folders.map(play))) expect(ended).toMatchObject({ exitCode: 0 });
  } else {
    for (const [index, folder] of folders.entries())
      expect(await play(folder, index)).toMatchObject({ exitCode: 0 });
  }
  expect(await storedIn(project)).toEqual(stored);
  return { folders };
}

async function reportOf(project: ScratchProject, folder: string): Promise<string> {
  return readIn(project, folder, 'report.json');
}

/** What `results/` has of the copy's commit; null before the first run. */
const storedIn = (project: ScratchProject) =>
  project.results().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
