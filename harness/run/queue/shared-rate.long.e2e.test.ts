import path from 'node:path';
import { expect, test } from 'vitest';
import { readSavedRuns } from '../../results/verify/read-saved.ts';
import { fakeApi } from '../../testing/model-apis/stand-in-api.ts';
import { startQueueProcess } from '../../testing/remotes/queue-processes.ts';
import { redisServer } from '../../testing/remotes/redis-server.ts';
import { scratchProject } from '../../testing/scratch-project.ts';

test('three workers of one rate: the API sees 30 requests in some 60 seconds and never more, and the run has the model that answered', async () => {
  const project = await scratchProject();
  const { url } = await redisServer();
  // A model that looks twice and is done: three requests an episode.
  const api = await fakeApi(({ answers }) =>
    answers.length < 2
      ? { calls: [{ tool: 'browser_snapshot', args: {} }] }
      : { calls: [{ tool: 'done', args: { success: true } }] },
  );
  // Less than three workers ask for on a slow machine: it is the rate that holds them.
  const workers = [1, 2, 3].map(() =>
    startQueueProcess(project, ['work', '--queue', url, '--rate', '30/min'], api.env),
  );
  const enqueue = startQueueProcess(
    project,
    [
      ...['enqueue', '--queue', url, '--adapter', 'claude', '--task', 'example-h1', '--trials', '25'],
      ...['--no-save', '--out', 'paced'],
    ],
    { ANTHROPIC_BASE_URL: api.url },
  );
  const { exitCode, stderr } = await enqueue.ended;
  expect(exitCode, stderr).toBe(0);
  const times = api.requests.map(({ atMs }) => atMs).sort((a, b) => a - b);
  expect(times).toHaveLength(75);
  const most = Math.max(
    ...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length),
  );
  expect(most).toBe(30);
  const [saved] = await readSavedRuns(path.join(project.folder, 'paced'));
  const model = saved?.run?.config.model;
  expect(model).toMatchObject({ answered: model?.asked });
  await Promise.all(workers.map((worker) => worker.kill('SIGINT')));
});
