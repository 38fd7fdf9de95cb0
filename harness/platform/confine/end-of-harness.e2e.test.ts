import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { firstLine, isAlive, isChildOf, running, within } from '../../testing/processes.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

test('of a harness that was killed with -9 after its watchdog nothing confined is left', async () => {
  const name = `cb-${randomUUID()}`;
  const folder = await folderOf({
    'harness.mjs': `
      import { openStart } from ${here('./open-start.ts')};
      import { makeEpisodeFolder } from ${here('../../browser/episode-folder.ts')};
      const { path: folder } = await makeEpisodeFolder();
      const start = await openStart({ checkout: null, answers: [] }, ['sh'], 'test-${name}');
      const script = "trap '' TERM HUP; setsid -f sh -c ': ${name}; sleep 300; true'; : ${name}; while true; do sleep 1; done";
      await start.run({ command: 'sh', args: ['-c', script], env: { PATH: process.env.PATH }, folder }, [1]);
      console.log(start.unconfined ?? 'confined');
      setTimeout(() => {}, 60_000);`,
  });
  const harness = spawn(process.execPath, [`${folder}/harness.mjs`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    for (const pid of running(name)) process.kill(pid, 'SIGKILL');
  });
  const said = await firstLine(harness);
  expect(await within(60_000, () => running(name).length >= 2)).toBe(true);
  const watchdogs = running('watchdog-process.ts').filter((pid) => isChildOf(pid, harness.pid));
  expect(watchdogs).toHaveLength(1);
  for (const pid of watchdogs) process.kill(pid, 'SIGKILL');
  expect(await within(60_000, () => watchdogs.every((pid) => !isAlive(pid)))).toBe(true);
  harness.kill('SIGKILL');
  expect(await within(said === 'confined' ? 60_000 : 5000, () => running(name).length === 0)).toBe(
    said === 'confined',
  );
});
