import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Ended } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';
import { everyNth, isLong, sized } from '../sized.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

/** What is typed, what is found wrong with it, what is allowed in its place. */
type Mistake = [words: string[], found: RegExp, allowed: RegExp];

const mistakes: readonly Mistake[] = [
  [['--nope'], /unknown option '--nope'/, /^see npm run harness -- run --help$/m],
  [['--tsak', 'x'], /unknown option '--tsak'/, /Did you mean .*--task/],
  [['audits'], /unknown command "audits"/, /doctor/],
  [['--suite', 'none'], /unknown suite "none"/, /webvoyager, fixtures/],
  [['--task', 'none'], /unknown task "none"/, /there are \d+, which npm run harness -- list tasks lists/],
  [['--task', 'none,nope'], /unknown task "none"/, /unknown task "nope"/],
  [['--task', 'exmple-h1'], /unknown task "exmple-h1"/, /did you mean example-h1\?/],
  [['--server', 'none'], /unknown server "none"/, /playwright/],
  [['--adapter', 'none'], /unknown adapter "none"/, /replay, script, oracle, random, keyword, labels, noop/],
  [['--reporter', 'nope'], /unknown reporter "nope"/, /list, dots, github, junit, json/],
  [['--web', 'none'], /--web: got "none"/, /hermetic, live/],
  [['--max-steps', '101'], /found "101"/, /from 1 to 100/],
  [['--max-steps', '1.5'], /found "1.5"/, /whole number/],
  [['--trials', '0'], /found "0"/, /from 1/],
  [['--sha', 'HEAD'], /--sha: found "HEAD"/, /hexadecimal/],
  [['--adapter', 'script'], /needs --script/, /"tool"/],
  [['--resume', 'none'], /no run "none"/, /results/],
  [['--tasks', 'nowhere'], /nowhere does not exist/, /folder/],
  [['--web-root', 'nowhere'], /nowhere/, /web root must be a folder/],
  [['--server-command', 'server', '--server-id', 'x'], /no \{endpoint\}, \{port\} or \{chromium\}/, /attach/],
  [['--agent', 'none'], /unknown agent "none"/, /claude-code, codex/],
  [['--agent-id', 'x'], /--agent-id/, /requires --agent-command/],
  [['--agent', 'codex', '--adapter', 'noop'], /--adapter noop and --agent/, /choose one/],
  [['--door', 'acp'], /--door/, /requires --agent or --agent-command/],
  [['--agent-command', 'x', '--agent-id', 'x', '--door', 'back'], /--door: found "back"/, /mcp, cdp, acp/],
  [
    ['--agent-command', 'x', '--agent-id', 'x', '--door', 'cdp', '--record'],
    /--record: got an agent/,
    /only tool calls are recorded/,
  ],
];

/** Commands that help is asked for. */
const helped: string[][] = [
  [],
  ['run'],
  ['start'],
  ['bench', 'episode'],
  ['check'],
  ['doctor'],
  ['list', 'tasks'],
  ['verify'],
  ['servers', 'diff'],
  ['new', 'task'],
];

test('a mistake of the user is told with what there is, and help is of each command', async () => {
  const wrong = everyNth(5, mistakes);
  const asked = everyNth(5, helped);
  const ended: Ended[] = [];
  for (const words of [...wrong.map(([words]) => words), ...asked.map((words) => [...words, '--help'])])
    ended.push(await project.harness(words));
  for (const [nth, [words, found, allowed]] of wrong.entries()) {
    expect(ended[nth]?.stderr, words.join(' ')).toMatch(found);
    expect(ended[nth]?.stderr, words.join(' ')).toMatch(allowed);
    expect([words, ended[nth]]).toMatchObject([words, { exitCode: 2, stdout: '' }]);
  }
  for (const [nth, words] of asked.entries())
    expect([words, ended[wrong.length + nth]]).toMatchObject([
      words,
      { exitCode: 0, stdout: expect.stringMatching(/^Usage: harness/) },
    ]);
});

test('as a process it ends with the same words and code', async () => {
  const { exitCode, stdout, stderr } = await project.harness(['--task', 'exmple-h1']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/unknown task "exmple-h1"; did you mean example-h1\?/);
  const help = await project.harness(['--help']);
  expect([help.exitCode, help.stdout]).toEqual([0, expect.stringMatching(/^Usage: harness/)]);
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(await readFile(path.join(project.folder, 'package.json'), 'utf8'));
  expect((await project.harness(['--version'])).stdout).toBe(version);
});

test('lists tasks, servers and adapters', async () => {
  expect((await project.harness(['list', 'tasks'])).stdout).toMatch(
    /^webvoyager +task-01-example-com-title /m,
  );
  expect((await project.harness(['list', 'servers'])).stdout).toMatch(/^playwright .*@playwright\/mcp \d/m);
  expect((await project.harness(['list', 'adapters'])).stdout).toMatch(/^noop /m);
});

test('the committed tasks, transcripts and references are valid', async () => {
  const { exitCode, stdout, stderr } = await project.harness(['check']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const count = (pattern: string) => globSync(pattern, { cwd: project.folder }).length;
  expect(count('transcripts/*/*.jsonl')).toBeGreaterThan(0);
  const locks = globSync('tasks/*/instances.json', { cwd: project.folder });
  const instances = locks.flatMap(
    (file) => JSON.parse(readFileSync(path.join(project.folder, file), 'utf8')).instances,
  );
  const tasks = count('tasks/{fixtures,webvoyager}/!(README).md') + instances.length;
  const lines = stdout.split('\n');
  expect(lines.pop()).toBe(
    `${tasks} tasks, ${count('tasks/*/walkthroughs/*.yaml')} walkthroughs, ${count('transcripts/*/*.jsonl')} transcripts, ${count('transcripts/*/tools.json')} tool ledgers, 0 results files, 0 files of events, ${count('results/{right-ends,*/*,servers/v1/*}.json')} measured records, references, 0 disputes valid`,
  );
  // A machine without the pages of other authors checks the rest, and says so.
  const notInstalled =
    /^not checked: the suite miniwob(-sample)? needs the pages of MiniWoB\+\+, which are not installed/;
  for (const line of lines) expect(line).toMatch(notInstalled);
});

test('check names all mistakes of all files at once', async () => {
  const valid = await readFile(path.join(project.folder, 'tasks/fixtures/example-h1.md'), 'utf8');
  const folder = await folderOf();
  const put = (name: string, content: string) => writeFile(path.join(folder, name), content);
  await put('example-h1.md', valid);
  await put(
    'no-limit.md',
    valid.replace('id: example-h1', 'id: no-limit').replace(/^maxDurationMs:.*$/m, ''),
  );
  await put('colour.md', valid.replace('id: example-h1', 'id: colour\ncolour: blue'));
  await put('twice.md', valid);
  await put('broken.md', '---\n: [\n---\n');
  const transcripts = await folderOf({ 'playwright/nobody.jsonl': '' });
  const { exitCode, stderr } = await project.harness([
    'check',
    '--tasks',
    folder,
    '--transcripts',
    transcripts,
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/no-limit\.md: maxDurationMs: .*found nothing/);
  expect(stderr).toMatch(/colour\.md: colour: unknown field; allowed are id, title/);
  expect(stderr).toMatch(/twice\.md: id: must be the file name "twice"; found "example-h1"/);
  expect(stderr).toMatch(/twice\.md: id: duplicate id "example-h1"/);
  expect(stderr).toMatch(/broken\.md: front matter: must be YAML/);
});

test('a transcript for no task is named', async () => {
  const transcripts = await folderOf({ 'playwright/nobody.jsonl': '' });
  const { exitCode, stderr } = await project.harness(['check', '--transcripts', transcripts]);
  expect(stderr).toMatch(
    /nobody\.jsonl: file name: no task "nobody"; there are \d+, which .* list tasks lists/,
  );
  expect(exitCode).toBe(2);
});

test('a cause that many tasks share is told once, with their number and names', async () => {
  const own = ['--server-command', 'x {endpoint}', '--server-id', 'x', '--suite', 'fixtures'];
  const { exitCode, stderr } = await project.harness(own);
  const lines = stderr.split('\n');
  expect(lines[0]).toBe(
    `13 tasks: no transcript x/<task>.jsonl in ${path.join(project.folder, 'transcripts')}`,
  );
  expect(stderr).toContain('fixture-dialog, fixture-dom-count');
  expect(lines.at(-1)).toMatch(/--allow-missing$/);
  expect(lines.every((line) => line.length <= 80 || line === lines[0])).toBe(true);
  expect(exitCode).toBe(2);
});

test('a new task says what is still to be filled in, is valid then, and never overwrites', async () => {
  const folder = await folderOf();
  const made = await project.harness(['new', 'task', 'my-own', '--folder', folder]);
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  const file = path.join(folder, 'my-own.md');
  const unfilled = await project.harness(['check', '--tasks', file]);
  expect(unfilled.exitCode).toBe(2);
  expect(unfilled.stderr.split('\n')).toEqual(
    ['title', 'goal', 'success'].map((field) =>
      expect.stringContaining(`my-own.md: ${field}: must be your own; found what new task wrote, "`),
    ),
  );
  const text = await readFile(file, 'utf8');
  const filled = text
    .replace(/^title: .*$/m, 'title: My own')
    .replace(/^goal: .*$/m, 'goal: Find it.')
    .replace(/contains: '.*'/, "contains: 'It'");
  await writeFile(file, filled);
  expect(await project.harness(['check', '--tasks', file])).toMatchObject({
    exitCode: 0,
    stdout: '1 task valid',
  });
  expect((await project.harness(['new', 'task', 'my-own', '--folder', folder])).stderr).toMatch(
    /exists already/,
  );
  expect((await project.harness(['new', 'task', 'My Own'])).stderr).toMatch(/allowed are lowercase/);
});

test('doctor finds this machine well', async () => {
  const { exitCode, stdout } = await project.harness(['doctor']);
  expect(stdout).not.toMatch(/FAIL/);
  expect(stdout).toMatch(/^ok {4}browser: .+ \d+\./m);
  expect(stdout).toMatch(/^ok {4}confinement: servers and agents (can|cannot) be sandboxed/m);
  expect(exitCode).toBe(0);
});

if (isLong)
  test('doctor says why nothing is confined', async () => {
    const home = await folderOf({ 'clone/tasks/one.md': '', 'clone/transcripts/x.jsonl': '' });
    const env = { ...cleanEnv(), CONTRACT_BENCH_CONFINE: '0', HOME: home };
    const { stdout } = await project.harness(['doctor'], { env });
    // Of the homes and the checkouts of this machine.
    expect(stdout).toContain(home);
    expect(stdout).toContain(
      'servers and agents cannot be sandboxed: CONTRACT_BENCH_CONFINE turns it off. A server or an agent can read every file that you can read, for example ',
    );
  });

if (isLong) {
  test('a task without a transcript is an error of the user unless it may be left out; outside a git checkout nothing is appended, and it says so', async () => {
    const text = await readFile(path.join(project.folder, 'tasks/fixtures/example-h1.md'), 'utf8');
    const other = { 'other.md': text.replace('id: example-h1', 'id: other') };
    const tasks = await folderOf(sized(other, { ...other, 'example-h1.md': text }));
    const words = ['--tasks', tasks, '--out', 'missing'];
    const refused = await project.harness(words);
    expect(refused.stderr).toMatch(/other: no transcript playwright\/other\.jsonl/);
    expect(refused.exitCode).toBe(2);
    const left = await project.harness([...words, '--allow-missing']);
    expect(left.stdout).toMatch(/not run {2}other/);
    expect(left.stdout).toMatch(/nothing appended \(no git checkout, and no --sha was given\)/);
    // Where nothing was played nothing has passed.
    expect(left.exitCode).toBe(sized(1, 0));
  });
}

/** What an older Node prints in a folder with these files. */
async function refusalWith(...files: string[]): Promise<string> {
  const bin = 'harness/cli/bin.mjs';
  const text = await readFile(path.join(project.folder, bin));
  const folder = await folderOf({ [bin]: text, ...Object.fromEntries(files.map((file) => [file, ''])) });
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${older}`, bin, '--version'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(status).toBe(2);
  return stderr;
}

test('an older Node is told what brings the newer one, by what is there of it', async () => {
  const repository = 'package-lock.json';
  expect(await refusalWith(repository)).toBe('Node 24 needed, found 20.1.0; npm ci brings it\n');
  expect(await refusalWith(repository, 'node_modules/node/package.json')).toMatch(
    /left it out; install it with: npm rebuild node\n$/,
  );
  expect(await refusalWith(repository, 'node_modules/node/bin/node')).toMatch(
    /start this by npm run, as in npm run harness/,
  );
});

test('an older Node is refused by the package too', async () => {
  expect(await refusalWith()).toBe('contract-bench: Node 22.18 needed, found 20.1.0\n');
});

if (isLong) {
  test('outside a git checkout a run is appended to the commit that is named', async () => {
    const words = ['--task', 'example-h1', '--out', 'named', '--sha', 'a'.repeat(40)];
    expect((await project.harness(words)).stdout).toMatch(/results: .*a{40}\.json/);
  });

  test('a run that is not confined says why', async () => {
    const env = { ...cleanEnv(), CONTRACT_BENCH_CONFINE: '0' };
    const { stderr } = await project.harness(['--task', 'example-h1', '--no-save'], { env });
    expect(stderr.split('\n').filter((line) => line.startsWith('not confined: '))).toEqual([
      expect.stringContaining('CONTRACT_BENCH_CONFINE turns it off'),
    ]);
  });
}
