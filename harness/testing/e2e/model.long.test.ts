import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { onlyRun, reader, runModel, task01 } from '../model-run.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

test('the recording of a model that reads replays', async () => {
  const adapter = 'claude';
  const api = await standInApi(reader);
  const { exitCode } = await runModel(project, api, { out: adapter, flags: ['--adapter', adapter] });
  expect(exitCode).toBe(0);
  const replayed = await project.harness([
    'bench',
    'webvoyager',
    '--task',
    task01,
    '--out',
    `${adapter}-replay`,
    '--transcripts',
    path.join(project.folder, adapter, 'transcripts'),
  ]);
  expect(replayed.stdout).toMatch(/passed {2}task-01-example-com-title .* 2 calls/);
  expect(replayed.exitCode).toBe(0);
  expect(await readFile(path.join(project.folder, adapter, `${task01}.review.md`), 'utf8')).toContain(
    'browser_navigate',
  );
});

test('a server that does not start is said before anything is spent, and nothing is sent', async () => {
  const api = await standInApi(reader);
  const flags = ['--adapter', 'claude', '--server-command', 'false {endpoint}'];
  const { stderr, exitCode } = await runModel(project, api, { out: 'refused', flags });
  expect(stderr).toMatch(/preflight: server custom does not start: .*nothing was spent/);
  expect(exitCode).toBe(2);
  expect(api.requests).toEqual([]);
});

test('a refused key is one error of the API; the rest is not scheduled, and the exit code is 3', async () => {
  const api = await standInApi(() => ({ status: 401, message: 'invalid x-api-key' }));
  const { stdout, exitCode } = await project.harness(
    ['bench', 'webvoyager', '--real', '--web', 'hermetic', '--adapter', 'claude', '--out', 'key'],
    { env: { ...cleanEnv(), ...api.env } },
  );
  expect(stdout).toMatch(/the rest was not scheduled: .*invalid x-api-key/);
  expect(exitCode).toBe(3);
  expect(api.requests).toHaveLength(1);
  const { complete, episodes } = await onlyRun(project, 'key');
  expect(complete).toBe(false);
  expect(episodes.map(({ status }) => status)).toEqual(['model_error']);
});

test('a low score is an error where it is asked to be one', async () => {
  const echo = await standInApi(() => ({ text: 'https://example.com/ says Example Domain.' }));
  const low = await runModel(project, echo, { out: 'strict', flags: ['--adapter', 'claude', '--strict'] });
  expect(low.stdout).toMatch(/failed {2}task-01-example-com-title[\s\S]*success: false/);
  expect(low.exitCode).toBe(1);
});

test('what an answer longer than expected spends above the cap is printed, and is in the result', async () => {
  const api = await standInApi(() => ({
    text: 'A long story.',
    calls: [{ tool: 'browser_snapshot', args: {} }],
    usage: { input: 1000, output: 16_000 },
  }));
  const flags = '--price-in 1 --price-out 10 --max-usd 0.1'.split(' ');
  const { stdout, exitCode } = await runModel(project, api, {
    out: 'over',
    flags: ['--adapter', 'claude', ...flags],
  });
  expect(stdout).toMatch(/budget_exceeded {2}task-01-example-com-title/);
  expect(stdout).toMatch(/cost: 0\.161 USD, 0\.061 USD above the cap/);
  // A low score is no error by itself.
  expect(exitCode).toBe(0);
  expect((await onlyRun(project, 'over')).episodes).toMatchObject([
    { usd: 0.161, overshootUsd: 0.061, requests: 1 },
  ]);
});
