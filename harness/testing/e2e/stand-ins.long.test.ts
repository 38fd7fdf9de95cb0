import { beforeAll, expect, test } from 'vitest';
import { call, depotPages, depotRun, playDepot, signIn, typed } from '../depot.ts';
import { runTogether } from '../run-together.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('a login with a password of the goal is recorded and replays, its answers are saved whole', async () => {
  const recorded = await playDepot(project, depotPages, signIn, '--record');
  expect(recorded.stdout).toMatch(/recorded {2}.*depot-slot\.jsonl/);
  expect(recorded.stdout).toMatch(/answers {2}.*out\/answers\/depot-slot/);
  expect(recorded.exitCode).toBe(0);
  expect((await recorded.again()).stdout).toMatch(/passed {2}depot-slot/);
});

test('another password is not recorded, which the exit code says, and why', async () => {
  const calls = [typed('input[name=password]', 'pear-pie-8', true)];
  const { stdout, exitCode } = await playDepot(project, depotPages, calls, '--record');
  expect(stdout).toMatch(/passed {2}depot-slot/);
  expect(stdout).toMatch(
    /not recorded {2}depot-slot: call 1 \(browser_type\) holds a secret in its argument text; .*the task's goal says it/,
  );
  expect(exitCode).toBe(1);
});

test('what the server said stands under a failure, in the annotation and in the reports', async () => {
  const calls = [call('browser_nav', { uri: 'x' })];
  const { stdout, exitCode } = await playDepot(project, depotPages, calls, '--reporter', 'github');
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
  const runs = await Promise.all(mistakes.map(([web]) => depotRun(web, [call('browser_snapshot', {})])));
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
  const { stdout } = await playDepot(project, { ...depotPages, 'depot.fixture.test/_host.mjs': host }, calls);
  expect(stdout).toMatch(/tool_error {2}depot-slot/);
  expect(stdout).toContain('the stand-in of https://depot.fixture.test/in broke down: Error: boom');
});
