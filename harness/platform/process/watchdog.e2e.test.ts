import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { firstLine, isAlive, marked, within } from '../../testing/processes.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** A harness of its own, which starts what the watchdog must end, says so and stays. */
async function harness(script: string) {
  const mark = `test-watchdog-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const folder = await folderOf({
    'harness.mjs': `
      import { startProcess } from ${here('./start-process.ts')};
      import { watch } from ${here('./watchdog.ts')};
      import { makeEpisodeFolder } from ${here('../../browser/episode-folder.ts')};
      const mark = ${JSON.stringify(mark)};
      const start = (script) => startProcess('sh', ['-c', script], {
        mark, env: { PATH: process.env.PATH }, cwd: '/', stdio: { input: true, output: false, errors: false },
      });
      ${script}
      setTimeout(() => {}, 60_000);`,
  });
  const child = spawn(process.execPath, [`${folder}/harness.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, mark, said: JSON.parse(await firstLine(child)) };
}

test('a harness that is killed with -9 leaves no process and no folder', async () => {
  const { child, mark, said } = await harness(`
    const folder = await makeEpisodeFolder();
    await start("trap '' TERM HUP INT; sleep 300 & while true; do sleep 1; done");
    await start('setsid -f sleep 300; setsid sh -c "sleep 300; true" & sleep 300');
    console.log(JSON.stringify({ folder: folder.path }));`);
  expect(await within(60_000, () => marked(mark).length >= 6)).toBe(true);
  expect(existsSync(said.folder)).toBe(true);
  child.kill('SIGKILL');
  expect(await within(60_000, () => marked(mark).length === 0 && !existsSync(said.folder))).toBe(true);
});

test('what was released is left alone', async () => {
  const { child, mark, said } = await harness(`
    const { spawn } = await import('node:child_process');
    const sleeper = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    const other = await start('sleep 300');
    watch({ group: sleeper.pid }).release();
    console.log(JSON.stringify({ sleeper: sleeper.pid }));`);
  try {
    child.kill('SIGKILL');
    expect(await within(60_000, () => marked(mark).length === 0)).toBe(true);
    expect(isAlive(said.sleeper)).toBe(true);
  } finally {
    process.kill(said.sleeper, 'SIGKILL');
  }
});

test('a watchdog with nothing to do goes with its harness, and keeps it from nothing', async () => {
  const folder = await folderOf();
  const script = `
    import { makeEpisodeFolder } from ${here('../../browser/episode-folder.ts')};
    const folder = await makeEpisodeFolder();
    await folder.remove();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
