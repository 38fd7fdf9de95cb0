import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { dyingBrowser } from '../../testing/guests/dying-browser.ts';
import { startQueueProcess, storedRuns } from '../../testing/remotes/queue-processes.ts';
import { redisServer } from '../../testing/remotes/redis-server.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject();
});

/** The run of one episode whose browser dies in the worker, and how often a browser was started for it. */
async function play(task: string, when: Parameters<typeof dyingBrowser>[0]) {
  const { url } = await redisServer();
  const { env, starts } = await dyingBrowser(when);
  const worker = startQueueProcess(project, ['work', '--queue', url], env);
  const args = ['enqueue', '--queue', url, '--task', task, '--out', when.replaceAll(' ', '-')];
  const { exitCode } = await startQueueProcess(project, args).ended;
  await worker.kill('SIGINT');
  const run = (await storedRuns(project)).at(-1);
  return { exitCode, run, starts: (await readFile(starts, 'utf8')).length };
}

test('an episode that dies twice before its first call, and passes then, has two retries in its row', async () => {
  const { exitCode, run } = await play('example-h1', 'twice at its start');
  expect(run?.episodes).toMatchObject([{ taskId: 'example-h1', status: 'passed', retries: 2 }]);
  expect(run?.queue).toMatchObject({ retries: 2 });
  expect(exitCode).toBe(0);
});

test('an episode that dies after its first call is not played again', async () => {
  const { exitCode, run, starts } = await play('local-form-submit', 'after the first call');
  expect(run?.episodes).toMatchObject([{ taskId: 'local-form-submit', success: false, retries: 0 }]);
  expect(run?.episodes[0]?.steps).toBeGreaterThan(0);
  expect(run?.queue).toMatchObject({ retries: 0 });
  expect(starts).toBe(1);
  expect(exitCode).toBeGreaterThan(0);
});
