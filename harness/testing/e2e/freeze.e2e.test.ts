import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { liveSite, liveTask } from '../live-site.ts';
import { ownProject, runIn } from '../own-project.ts';
import { runTogether } from '../run-together.ts';

test('a live page is frozen by playing it', async () => {
  const { url, close } = await liveSite();
  const tasks = await liveTask(url, 'open');
  const { folder, at } = await ownProject();
  const { exitCode, lines } = await runIn(folder, 'freeze', {
    ...{ tasks: path.join(tasks, 'own.md'), adapter: 'script', script: path.join(tasks, 'calls.jsonl') },
    out: at('out'),
  });
  await close();
  expect(lines).toEqual([expect.stringMatching(/^frozen: {2}.*own\.har; replay it with/)]);
  expect(exitCode).toBe(0);
  const { log } = JSON.parse(await readFile(at('out', 'own.har'), 'utf8'));
  expect(
    log.entries.map(({ request }: { request: { url: string } }) => request.url.slice(url.length)),
  ).toEqual(expect.arrayContaining(['/', '/old', '/goal', '/data']));
});

test('freeze is for one task on the live web', async () => {
  const [hermetic, all] = await runTogether({ folder: thisProject.root }, [
    ['freeze', '--task', 'example-h1', '--web', 'hermetic'],
    ['freeze', '--suite', 'webvoyager'],
  ]);
  expect(hermetic).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/found --web hermetic; leave it out/),
  });
  expect(all).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/found 10 episodes; choose with --task/),
  });
});
