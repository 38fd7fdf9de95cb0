import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { Run } from '../../results/records/result.ts';
import { prepareServer } from '../../servers/connect-server.ts';
import type { Ended } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { guestServer } from '../guests/guest-server.ts';
import { fakeApi } from '../model-apis/stand-in-api.ts';
import { runTogether } from '../run-together.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';
import { signInTask } from '../sign-in-task.ts';
import { isLong } from '../sized.ts';

const key = 'sk-ant-only-here-0123456789abcdef';
const claude = ['--adapter', 'claude', '--task', 'task-01-example-com-title'];

test('a refusal that echoes the key is said without it and ends the run', async () => {
  const out = await folderOf();
  const api = await refusingApi();
  const [ended] = await runTogether(
    { folder: thisProject.root },
    [[...claude, ...guestFlags(), '--no-save', '--verbose', '--out', out]],
    { ...api.env, ANTHROPIC_API_KEY: key },
  );
  if (!ended) throw new Error('nothing ended');
  expectRefusal(ended, await filesBelow(out));
});

if (isLong) {
  test('a cap, a folder for recorded requests and a file of a key that will not do are mistakes', async () => {
    const open = await keyFile(0o644);
    const mistakes: [string[], RegExp][] = [
      [['--max-usd', '2'], /--max-usd 2: a limit above 0\.5 requires --max-usd-total/],
      [['--record-model', '--out', 'results/here'], /expected a folder outside results/],
      [['--key-file', 'nowhere'], /--key-file nowhere: cannot be read \(ENOENT\)/],
      [['--key-file', open], /got mode 644, so other users may read or change the file; expected 600 or 400/],
    ];
    const commandLines = mistakes.map(([flags]) => [...claude, ...flags]);
    expect(await runTogether({ folder: thisProject.root }, commandLines)).toMatchObject(
      mistakes.map(([, says]) => ({ exitCode: 2, stderr: expect.stringMatching(says) })),
    );
  });
}

if (isLong) {
  let project: ScratchProject;

  beforeAll(async () => {
    project = await scratchProject();
  });

  test('in a copy of the project a refusal that echoes the key saves nothing either', async () => {
    const api = await refusingApi();
    const ended = await project.harness([...claude, '--out', 'echo', '--verbose'], {
      env: { ...cleanEnv(), ...api.env, ANTHROPIC_API_KEY: key },
    });
    expectRefusal(ended, await filesOfRuns(project));
    await expect(project.results()).rejects.toThrow(/ENOENT/);
  });

  test('user and password of an address are in no artefact and no line, though nobody answers there', async () => {
    const address = 'http://user:s3cretpassw0rd@127.0.0.1:9';
    const given = { OPENCHROME_BENCH_REAL: '1', ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address };
    const { stdout, stderr, exitCode } = await project.harness([...claude, '--out', 'nobody'], {
      env: { ...cleanEnv(), ...given },
    });
    expect(stdout).toContain('the API cannot be reached');
    expect(`${stdout}${stderr}`).not.toContain('s3cretpassw0rd');
    expect(filesWith('s3cretpassw0rd', await filesOfRuns(project))).toEqual([]);
    expect(exitCode).toBe(3);
    await expect(project.results()).rejects.toThrow(/ENOENT/);
  });

  test('a key from a file reaches the API alone, and recorded requests are for the user alone', async () => {
    const file = await keyFile(0o600);
    const api = await fakeApi(({ number }) => {
      if (number > 1) return { calls: [{ tool: 'done', args: { success: false } }] };
      return { text: `my key is ${key}`, calls: [{ tool: 'browser_snapshot', args: {} }] };
    });
    const { ANTHROPIC_BASE_URL = '' } = api.env;
    const { exitCode } = await project.harness(
      [...claude, '--out', 'file', '--key-file', file, '--record-model'],
      { env: { ...cleanEnv(), OPENCHROME_BENCH_REAL: '1', ANTHROPIC_BASE_URL } },
    );
    expect(exitCode).toBe(0);
    expect(api.requests.map(({ headers }) => headers['x-api-key'])).toEqual([key, key, key]);
    expect(filesWith(key, await filesOfRuns(project))).toEqual([]);
    const recorded = path.join(project.folder, 'file', 'model', 'task-01-example-com-title.jsonl');
    const lines = (await readFile(recorded, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/v1/messages', status: 200 });
    expect((await stat(recorded)).mode & 0o077).toBe(0);
  });

  test('no secret is in any artefact, and an episode that typed a password is not recorded', async () => {
    const out = await folderOf();
    const read = { tool: 'run', args: { script: 'document.body.innerText' } };
    const value = JSON.stringify(secrets.password);
    const script = `document.querySelector('input').value = ${value}; document.querySelector('form').requestSubmit()`;
    const api = await fakeApi(({ number }) => {
      if (number === 2)
        return { text: `I type ${secrets.password}.`, calls: [{ tool: 'run', args: { script } }] };
      return number < 4 ? { calls: [read] } : { text: 'In.' };
    });
    const recording = ['--record', '--transcripts', path.join(out, 'recorded')];
    const flags = [...(await loginFlags()), ...guestFlags(), ...recording, '--no-save'];
    const [ended] = await runTogether(
      { folder: thisProject.root },
      [[...flags, '--out', path.join(out, 'secrets')]],
      { ...api.env, ANTHROPIC_API_KEY: secrets.key },
    );
    if (!ended) throw new Error('nothing ended');
    await expectNoLeak(ended, 'call 2 (run) holds a secret in its argument script;', [out]);
  });

  test('nor where the call on a server of the project names the password field by a reference alone', async () => {
    const api = await fakeApi(({ number, answers }) => {
      const target = /textbox.*?\[ref=(\w+)\]/.exec(answers[0] ?? '')?.[1] ?? 'none';
      const type = { tool: 'browser_type', args: { target, text: secrets.password, submit: true } };
      if (number === 2) return { text: `I type ${secrets.password}.`, calls: [type] };
      return number < 4 ? { calls: [{ tool: 'browser_snapshot', args: {} }] } : { text: 'In.' };
    });
    const ended = await project.harness([...(await loginFlags()), '--record', '--out', 'secrets'], {
      env: { ...cleanEnv(), ...api.env, ANTHROPIC_API_KEY: secrets.key },
    });
    expect(ended.stdout).toMatch(
      /^results: nothing appended \(the pages of --web-root belong to no commit\)$/m,
    );
    const below = ['secrets', 'transcripts', 'results'].map((name) => path.join(project.folder, name));
    await expectNoLeak(ended, 'call 2 (browser_type) holds a secret in its argument text;', below);
  });

  test('a confined server finds no key; where none can be confined the row says so', async () => {
    const start = await prepareServer(guestServer(), { checkout: null, answers: [] }, `test-${randomUUID()}`);
    await start.end();
    const confined = start.unconfined === null;
    const found = confined ? [] : ['environ'];
    expect(await keyFound(project, 'variable', true)).toEqual({ looked: true, found, confined });
  });

  test('a server without namespaces finds a key that came by a variable, and the row says that it was not confined', async () => {
    const found = ['environ'];
    expect(await keyFound(project, 'variable', false)).toEqual({ looked: true, found, confined: false });
  });

  test('a key from a file is in no environment and no command line that even such a server finds', async () => {
    expect(await keyFound(project, 'file', false)).toEqual({ looked: true, found: [], confined: false });
  });
}

const refuse = () => ({ status: 401, message: `no such key: ${key}` });
const refusingApi = () => fakeApi(refuse, { warmUp: refuse });

async function keyFile(mode: number): Promise<string> {
  const file = path.join(await folderOf({ key: `${key}\n` }), 'key');
  await chmod(file, mode);
  return file;
}

function expectRefusal({ stdout, stderr, exitCode }: Ended, files: ReadonlyMap<string, string>): void {
  expect(stdout).toContain('the other episodes were not played: 401');
  expect(`${stdout}${stderr}`).not.toContain(key);
  expect(filesWith(key, files)).toEqual([]);
  expect(exitCode).toBe(3);
}

/** What these folders hold: file -> text. */
async function filesBelow(...folders: string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const file = path.join(entry.parentPath, entry.name);
        files.set(file, await readFile(file, 'latin1'));
      }
  return files;
}

/** What runs wrote or changed in a copy that is a git checkout: file -> text. */
async function filesOfRuns({ folder }: ScratchProject): Promise<Map<string, string>> {
  const { stdout } = await execa('git', ['ls-files', '-z', '--others', '--modified'], { cwd: folder });
  const names = stdout.split('\0').filter((name) => name !== '' && name !== 'node_modules');
  const read = async (name: string) => [name, await readFile(path.join(folder, name), 'latin1')] as const;
  return new Map(await Promise.all(names.map(read)));
}

function filesWith(secret: string, files: ReadonlyMap<string, string>): string[] {
  expect(files.size).toBeGreaterThan(0);
  return [...files].filter(([, text]) => text.includes(secret)).map(([file]) => file);
}

const secrets = {
  key: 'sk-ant-stand-in-0123456789',
  bearer: 'tok_9f8e7d6c5b4a39281706',
  cookie: 'sid=c00k1e-of-the-session',
  password: 'correct-horse-7',
};

/** A model that logs in, on a site that says more than it should. */
async function loginFlags(): Promise<string[]> {
  const leaky = `<p>authorization: Bearer ${secrets.bearer}<p>set-cookie: ${secrets.cookie}<p>${secrets.key}`;
  const folder = await folderOf({
    'tasks/login.md': signInTask('login', 'login', 'Log in.', 'body'),
    'web/login.fixture.test/index.html': `<form action="/in" method="get"><input type="password" name="w"><button>Go</button></form>${leaky}`,
    'web/login.fixture.test/in.html': `<h1>Welcome</h1>${leaky}`,
  });
  const [tasks, web] = [path.join(folder, 'tasks'), path.join(folder, 'web')];
  return ['--adapter', 'claude', '--tasks', tasks, '--web-root', web, '--verbose'];
}

/** The login passed and was not recorded; no secret is in these folders or in what was said. */
async function expectNoLeak(
  { stdout, stderr, exitCode }: Ended,
  why: string,
  folders: string[],
): Promise<void> {
  expect(stdout).toMatch(/passed {2}login/);
  // It passed, and what --record asked for is not there.
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`not recorded  login: ${why}`);
  const files = await filesBelow(...folders);
  expect([...files.keys()].some((file) => file.endsWith('login.review.md'))).toBe(true);
  for (const [kind, secret] of Object.entries(secrets)) expect(filesWith(secret, files), kind).toEqual([]);
  expect(`${stdout}${stderr}`).not.toContain(secrets.key);
  const events = [...files].find(([file]) => /events\/.*\.jsonl$/.test(file))?.[1] ?? '';
  for (const kind of Object.keys(secrets)) expect(events).toContain(`[redacted:${kind}]`);
}

/** Which files of which processes hold the key, looked for by the server itself. */
const search = (key: string) => `
  const { readdirSync, readFileSync } = load('fs');
  const [head, tail] = ${JSON.stringify([key.slice(0, 20), key.slice(20)])};
  const found = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
    for (const name of ['environ', 'cmdline'])
      try {
        if (readFileSync('/proc/' + pid + '/' + name, 'latin1').includes(head + tail)) found.push(name);
      } catch {}
  return { looked: true, found: [...new Set(found)] };`;

/** What a server finds of the key of a run that it is played in. */
async function keyFound(project: ScratchProject, by: 'variable' | 'file', confine: boolean) {
  const key = `sk-ant-${randomUUID()}`;
  const out = `${by}-${confine}`;
  let said = '';
  const api = await fakeApi(({ answers }) => {
    said = answers[0] ?? '';
    if (answers.length > 0) return { calls: [{ tool: 'done', args: { success: false } }] };
    return { calls: [{ tool: 'node', args: { code: search(key) } }] };
  });
  const file = path.join(project.folder, `${out}.key`);
  await writeFile(file, key, { mode: 0o600 });
  const { ANTHROPIC_API_KEY: _, ...env } = api.env;
  const given = by === 'variable' ? { ANTHROPIC_API_KEY: key } : {};
  const { exitCode, stderr } = await project.harness(
    [...claude, ...guestFlags(), '--no-save', '--out', out, ...(by === 'file' ? ['--key-file', file] : [])],
    { env: { ...cleanEnv(), ...env, ...given, ...(confine ? {} : { CONTRACT_BENCH_CONFINE: '0' }) } },
  );
  expect([exitCode, stderr]).toEqual([0, expect.anything()]);
  expect(api.requests.every(({ headers }) => headers['x-api-key'] === key)).toBe(true);
  const [name = ''] = globSync('[0-9]*Z-*.json', { cwd: path.join(project.folder, out) });
  const run = Run.parse(JSON.parse(await readFile(path.join(project.folder, out, name), 'utf8')));
  return { ...JSON.parse(said), confined: run.config.server.confined };
}
