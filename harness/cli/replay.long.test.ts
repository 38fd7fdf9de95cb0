import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ResultsFile } from '../result/result.ts';
import { folderOf } from '../testing/folder-of.ts';
import { type ScratchProject, scratchProject } from '../testing/scratch-project.ts';
import { readSavedRuns } from '../verify/read-saved.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject();
});

const read = (...parts: string[]) => readFile(path.join(project.folder, ...parts), 'utf8');

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
