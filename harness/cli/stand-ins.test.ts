import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { runTogether } from '../testing/run-together.ts';
import { type ScratchProject, scratchProject } from '../testing/scratch-project.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject({ git: false });
});

const depot = `---
id: depot-slot
title: Sign in to the depot
goal: 'Sign in to the depot as ada with the password apple-pie-7.'
startUrl: https://depot.fixture.test/
judge: end
verify: live
maxSteps: 10
maxDurationMs: 60000
success:
  kind: and
  children:
    - { kind: url, pattern: '^https://depot\\.fixture\\.test/in' }
    - { kind: dom_text, selector: h1, contains: Welcome }
---
why
`;
const pages = {
  'depot.fixture.test/index.html':
    '<form action="/in"><input name="user"><input type="text" name="password"><input type="password" name="again"><button>Go</button></form>',
  'depot.fixture.test/in.html': '<h1>Welcome</h1>',
};

const call = (tool: string, args: object) => JSON.stringify({ tool, args });
const typed = (target: string, text: string, submit = false) =>
  call('browser_type', { element: 'Password', target, text, submit });

/** The files of a run of these calls on this web; the words that play it, and those that play it again by its recording. */
async function written(web: Record<string, string>, calls: string[]) {
  const folder = await folderOf({
    'tasks/depot-slot.md': depot,
    'calls.jsonl': calls.join('\n'),
    'kept/.keep': '',
    ...Object.fromEntries(Object.entries(web).map(([name, text]) => [`web/${name}`, text])),
    'web/other.test/index.html': '',
  });
  const at = (name: string) => path.join(folder, name);
  const own = ['--tasks', at('tasks'), '--web-root', at('web'), '--transcripts', at('kept')];
  const replay = [...own, '--no-save', '--out', at('out')];
  return { replay, words: [...replay, '--adapter', 'script', '--script', at('calls.jsonl')] };
}

async function run(web: Record<string, string>, calls: string[], ...flags: string[]) {
  const { words, replay } = await written(web, calls);
  return { ...(await project.harness([...words, ...flags])), again: () => project.harness(replay) };
}

test('a login with a password of the goal is recorded and replays, its answers are saved whole', async () => {
  const calls = [
    typed('input[name=password]', 'apple-pie-7'),
    typed('input[name=again]', 'apple-pie-7', true),
    call('browser_snapshot', {}),
  ];
  const recorded = await run(pages, calls, '--record');
  expect(recorded.stdout).toMatch(/recorded {2}.*depot-slot\.jsonl/);
  expect(recorded.stdout).toMatch(/answers {2}.*out\/answers\/depot-slot/);
  expect(recorded.exitCode).toBe(0);
  expect((await recorded.again()).stdout).toMatch(/passed {2}depot-slot/);
});

test('another password is not recorded, which the exit code says, and why', async () => {
  const calls = [typed('input[name=password]', 'pear-pie-8', true)];
  const { stdout, exitCode } = await run(pages, calls, '--record');
  expect(stdout).toMatch(/passed {2}depot-slot/);
  expect(stdout).toMatch(
    /not recorded {2}depot-slot: call 1 \(browser_type\) holds a secret in its argument text; .*the task's goal says it/,
  );
  expect(exitCode).toBe(1);
});

test('what the server said stands under a failure, in the annotation and in the reports', async () => {
  const calls = [call('browser_nav', { uri: 'x' })];
  const { stdout, exitCode } = await run(pages, calls, '--reporter', 'github');
  const said = /server errors 1 of 2, last: browser_nav: .*browser_nav/;
  expect(stdout).toMatch(new RegExp(`^      ${said.source}`, 'm'));
  expect(stdout).toMatch(new RegExp(`::error .*${said.source}`));
  expect(exitCode).toBe(1);
});

test('a host that is not there, cannot be read or cannot be made is refused before anything is played', async () => {
  const host = (text: string) => ({ 'depot.fixture.test/_host.mjs': text });
  const mistakes: [Record<string, string>, RegExp][] = [
    [{}, /depot-slot: no stand-in answers https:\/\/depot\.fixture\.test\/ \(looked in .*\/web, /],
    [host('export const = 1'), /_host\.mjs: cannot be loaded: SyntaxError/],
    [
      host('export const createHost = () => { throw new Error("boom") }'),
      /_host\.mjs: createHost broke down: Error: boom/,
    ],
  ];
  const runs = await Promise.all(mistakes.map(([web]) => written(web, [call('browser_snapshot', {})])));
  const ended = await runTogether(
    project,
    runs.map(({ words }) => words),
  );
  expect(ended).toMatchObject(
    mistakes.map(([, message]) => ({ exitCode: 2, stderr: expect.stringMatching(message) })),
  );
});

test('a host that breaks down is no failure of the agent, and is said', async () => {
  const host = `export const createHost = () => (request) => {
    if (request.url.endsWith('/in')) throw new Error('boom');
  }`;
  const calls = [call('browser_navigate', { url: 'https://depot.fixture.test/in' })];
  const { stdout } = await run({ ...pages, 'depot.fixture.test/_host.mjs': host }, calls);
  expect(stdout).toMatch(/tool_error {2}depot-slot/);
  expect(stdout).toContain('the stand-in of https://depot.fixture.test/in broke down: Error: boom');
});
