import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { CommandProcess, type Ended } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { cleanEnv } from '../scratch-project.ts';
import { signInTask } from '../sign-in-task.ts';

/** On this checkout, into which nothing is written. */
const commandLines = new CommandProcess(thisProject.root, cleanEnv());
afterAll(() => commandLines.end());

const depot = signInTask('depot-slot', 'depot', 'Sign in to the depot as ada with the password apple-pie-7.');

/** The depot: a form to sign in to, and what is behind it. */
const depotPages = {
  'depot.fixture.test/index.html':
    '<form action="/in"><input name="user"><input type="text" name="password"><input type="password" name="again"><button>Go</button></form>',
  'depot.fixture.test/in.html': '<h1>Welcome</h1>',
};

const call = (tool: string, args: object) => JSON.stringify({ tool, args });
const typed = (target: string, text: string, submit = false) =>
  call('browser_type', { element: 'Password', target, text, submit });

/** Signs in with the password of the goal. */
const signIn = [
  typed('input[name=password]', 'apple-pie-7'),
  typed('input[name=again]', 'apple-pie-7', true),
  call('browser_snapshot', {}),
];

test('a login with a password of the goal is recorded, its answers are saved whole; with LONG=1 it replays', async () => {
  const recorded = await playDepot(depotPages, signIn, '--record');
  expect(recorded.stdout).toMatch(/recorded {2}.*depot-slot\.jsonl/);
  expect(recorded.stdout).toMatch(/answers {2}.*out\/answers\/depot-slot/);
  expect(recorded.exitCode).toBe(0);
  expect((await recorded.again()).stdout).toMatch(/passed {2}depot-slot/);
});

test('another password is not recorded, which the exit code says, and why', async () => {
  const calls = [typed('input[name=password]', 'pear-pie-8', true)];
  const { stdout, exitCode } = await playDepot(depotPages, calls, '--record');
  expect(stdout).toMatch(/passed {2}depot-slot/);
  expect(stdout).toMatch(
    /not recorded {2}depot-slot: call 1 \(browser_type\) holds a secret in its argument text; .*the task's goal says it/,
  );
  expect(exitCode).toBe(1);
});

test('what the server said stands under a failure, in the annotation and in the reports', async () => {
  const calls = [call('browser_nav', { uri: 'x' })];
  const { stdout, exitCode } = await playDepot(depotPages, calls, '--reporter', 'github');
  const said = /server errors 1 of 2, last: browser_nav: .*browser_nav/;
  expect(stdout).toMatch(new RegExp(`^      ${said.source}`, 'm'));
  expect(stdout).toMatch(new RegExp(`::error .*${said.source}`));
  expect(exitCode).toBe(1);
});

test('a host that is not there, cannot be read or cannot be made is refused before anything is played', async () => {
  const host = (text: string) => ({ 'depot.fixture.test/_host.mjs': text });
  const mistakes: [Record<string, string>, RegExp][] = [
    [{}, /depot-slot: no fixture site answers https:\/\/depot\.fixture\.test\/ \(searched .*\/web, /],
    [host('export const = 1'), /_host\.mjs: cannot be loaded: SyntaxError/],
    [
      host('export const createHost = () => { throw new Error("boom") }'),
      /_host\.mjs: createHost failed: Error: boom/,
    ],
  ];
  const runs = await Promise.all(mistakes.map(([web]) => depotRun(web, [call('browser_snapshot', {})])));
  const ended: Ended[] = [];
  for (const { words } of runs) ended.push(await commandLines.run(words));
  expect(ended).toMatchObject(
    mistakes.map(([, message]) => ({ exitCode: 2, stderr: expect.stringMatching(message) })),
  );
});

test('a host that breaks down is no failure of the agent, and is said', async () => {
  const host = `export const createHost = () => (request) => {
      if (request.url.endsWith('/in')) throw new Error('boom');
    }`;
  const calls = [call('browser_navigate', { url: 'https://depot.fixture.test/in' })];
  const { stdout } = await playDepot({ ...depotPages, 'depot.fixture.test/_host.mjs': host }, calls);
  expect(stdout).toMatch(/tool_error {2}depot-slot/);
  expect(stdout).toContain('the fixture site of https://depot.fixture.test/in failed: Error: boom');
});

/** The words that play these calls on this web, and those that play them again by their recording. */
async function depotRun(web: Record<string, string>, calls: string[]) {
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

/** How a run of these calls ends; `again` plays its recording. */
async function playDepot(web: Record<string, string>, calls: string[], ...flags: string[]) {
  const { words, replay } = await depotRun(web, calls);
  return { ...(await commandLines.run([...words, ...flags])), again: () => commandLines.run(replay) };
}
