import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { digest } from './contract/digest.ts';
import { ResultsFile, Run } from './result/result.ts';
import { folderOf } from './testing/folder-of.ts';
import { type ScratchProject, scratchProject } from './testing/scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

const read = (...parts: string[]) => readFile(path.join(project.folder, ...parts), 'utf8');

test('every task of both suites passes, is appended once a sitting, and the report does not depend on the sitting', async () => {
  const first = await project.harness(['--workers', '2', '--out', 'first']);
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/WebVoyager contract-eval score = 10 \/ 10 tasks passed/);
  expect(first.stdout).toMatch(/Fixtures contract-eval score = 13 \/ 13 tasks passed/);
  expect(first.exitCode).toBe(0);

  const stored = ResultsFile.parse(await project.results());
  expect(stored.sha).toBe(project.sha);
  expect(stored.runs.map(({ suite, complete, episodes }) => [suite, complete, episodes.length])).toEqual([
    ['fixtures', true, 13],
    ['webvoyager', true, 10],
  ]);
  const stall = stored.runs
    .flatMap(({ episodes }) => episodes)
    .find(({ taskId }) => taskId === 'local-recovery-stall');
  expect(stall).toMatchObject({ status: 'passed', noProgressEpisodes: 1, recovery: { recovered: 1 } });
  expect(stored.runs.every(({ environment }) => !environment.gitDirty)).toBe(true);
  expect((await read('results', `${project.sha}.json`)).length).toBeLessThan(48 * 1024);

  const second = await project.harness([
    '--no-save',
    '--workers',
    '2',
    '--out',
    'second',
    '--reporter',
    'json',
  ]);
  expect(second.exitCode).toBe(0);
  expect(await read('second', 'report.json')).toBe(await read('first', 'report.json'));
  expect(second.stdout).toBe((await read('first', 'report.json')).trimEnd());
  expect(ResultsFile.parse(await project.results()).runs).toHaveLength(2);

  for (const run of stored.runs) {
    const saved = Run.parse(JSON.parse(await read('first', `${run.runId}.json`)));
    expect(saved.artifactsSha256).toBe(run.artifactsSha256);
  }
  expect(await read('first', `${project.sha}.md`)).toBe(await read('first', 'report.md'));
}, 240_000);

test('an agent that does nothing passes no task', async () => {
  const { exitCode, stdout } = await project.harness([
    '--adapter',
    'noop',
    '--no-save',
    '--workers',
    '2',
    '--out',
    'noop',
    '--reporter',
    'json',
  ]);
  const { totals, episodes } = JSON.parse(stdout);
  expect(totals).toMatchObject({ episodes: 23, passed: 0, errored: 0 });
  expect(episodes.map(({ status }: { status: string }) => status)).toEqual(Array(23).fill('failed'));
  expect(exitCode).toBe(1);
}, 120_000);

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
    lastTool: 'browser_click',
  });
  expect(stdout).toMatch(
    /max_steps {2}local-recovery-stall[\s\S]*after 2 steps, last tool call browser_click/,
  );
  expect(exitCode).toBe(1);
});

const task01 = 'task-01-example-com-title';

/** Replays task 01 with its transcript changed: the lines as objects, before digests are looked at. */
async function replayChanged(
  change: (lines: Record<string, unknown>[]) => Record<string, unknown>[],
  out: string,
) {
  const lines = (await read('transcripts', 'playwright', `${task01}.jsonl`))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const transcripts = await folderOf({
    [`${task01}.jsonl`]: `${change(lines)
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`,
  });
  const ended = await project.harness([
    'bench',
    'webvoyager',
    '--task',
    task01,
    '--transcripts',
    transcripts,
    '--out',
    out,
  ]);
  const [row] = JSON.parse(await read(out, 'report.json')).episodes;
  return { ...ended, row };
}

test('a consistent transcript that leads to the wrong place is failed, with the clause, what was wanted and observed', async () => {
  const { exitCode, row, stdout } = await replayChanged(
    (lines) =>
      lines.map((line) => {
        if (line.kind !== 'tool_call' || line.tool !== 'browser_navigate') return line;
        const args = { url: 'https://wrong.example/' };
        return { ...line, args, args_digest_sha256: digest(args) };
      }),
    'wrong-place',
  );
  expect(row).toMatchObject({
    status: 'failed',
    failedPostcondition: {
      name: 'postconditions[0] (url match)',
      observed: expect.stringContaining('https://wrong.example/'),
    },
  });
  expect(row.failedPostcondition.wanted).toContain('example\\.com');
  expect(stdout).toContain('postconditions[0] (url match)');
  expect(exitCode).toBe(1);
});

test.each<[string, number | null, (lines: Record<string, unknown>[]) => Record<string, unknown>[]]>([
  [
    'digest_mismatch',
    2,
    (lines) =>
      lines.map((line) => (line.seq === 2 ? { ...line, args: { url: 'https://wrong.example/' } } : line)),
  ],
  ['missing_call', 2, (lines) => lines.filter(({ seq }) => seq !== 2)],
])('a transcript with a %s plays nothing and names its step', async (reason, step, change) => {
  const { row, stdout, exitCode } = await replayChanged(change, reason);
  expect(row).toMatchObject({
    status: 'replay_drift',
    drift: { reason, step },
    steps: 0,
    toolCalls: 0,
    verdict: null,
  });
  expect(stdout).toMatch(new RegExp(`${reason} at step ${step}[\\s\\S]*re-record`));
  expect(exitCode).toBe(1);
});

async function changedTask(file: string, change: (text: string) => string): Promise<string> {
  return folderOf({ [path.basename(file)]: change(await read('tasks', file)) });
}

test('a task whose goal changed is drift, one whose contract changed is judged', async () => {
  const goal = await changedTask(`webvoyager/${task01}.md`, (text) =>
    text.replace(/^goal: /m, 'goal: Please. '),
  );
  await project.harness(['--no-save', '--tasks', goal, '--out', 'goal']);
  expect(JSON.parse(await read('goal', 'report.json')).episodes[0]).toMatchObject({
    status: 'replay_drift',
    drift: { reason: 'task_changed' },
    toolCalls: 0,
  });

  const contract = await changedTask('fixtures/example-h1.md', (text) =>
    text.replace(/contains: .*?( *\}|$)/m, 'contains: NotPresent$1'),
  );
  await project.harness(['bench', 'episode', '--tasks', contract, '--out', 'contract']);
  const [row] = JSON.parse(await read('contract', 'report.json')).episodes;
  expect(row).toMatchObject({
    status: 'failed',
    failedPostcondition: { name: expect.stringMatching(/\(dom_text match\)$/) },
  });
  expect(row.failedPostcondition.wanted).toContain('NotPresent');
  expect(row.failedPostcondition.observed).toContain('Example Domain');
  expect(row.failedContract.evidence).toMatchObject({ kind: 'dom_text', preview: 'Example Domain' });
  expect(row.artifacts.screenshotDir).toBe('screenshots/example-h1');
});

test('a task without a transcript is an error of the user unless it may be left out', async () => {
  const tasks = await changedTask('fixtures/example-h1.md', (text) => text);
  await cp(path.join(tasks, 'example-h1.md'), path.join(tasks, 'other.md'));
  await writeFile(
    path.join(tasks, 'other.md'),
    (await readFile(path.join(tasks, 'other.md'), 'utf8')).replace('id: example-h1', 'id: other'),
  );
  const refused = await project.harness(['--no-save', '--tasks', tasks, '--out', 'missing']);
  expect(refused.stderr).toMatch(/other: no transcript playwright\/other\.jsonl/);
  expect(refused.exitCode).toBe(2);
  const left = await project.harness(['--no-save', '--tasks', tasks, '--out', 'missing', '--allow-missing']);
  expect(left.stdout).toMatch(/not run {2}other/);
  expect(left.exitCode).toBe(0);
});

test('outside a git checkout nothing is appended, and it says so', async () => {
  const copy = await scratchProject({ git: false });
  const { stdout, exitCode } = await copy.harness(['--task', 'example-h1', '--out', 'out']);
  expect(stdout).toMatch(/nothing appended \(no git checkout and no --sha\)/);
  expect(exitCode).toBe(0);
  const named = await copy.harness(['--task', 'example-h1', '--out', 'out', '--sha', 'a'.repeat(40)]);
  expect(named.stdout).toMatch(/results: .*a{40}\.json/);
}, 60_000);

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
    stdout: expect.stringMatching(/passed {2}example-h1 .* 1 calls/),
  });
});

test('no package of a model vendor is loaded by a replay', async () => {
  const { stdout } = await promisify(execFile)('grep', [
    '-rlE',
    "from '(@anthropic-ai/sdk|openai)",
    path.join(project.folder, 'harness'),
  ]).catch(({ code, stdout: out }) => ({ stdout: code === 1 ? '' : out }));
  expect(stdout).toBe('');
});
