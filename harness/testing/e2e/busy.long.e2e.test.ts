import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { scratchProject } from '../scratch-project.ts';

const times = 20;

/** Tasks that wait, route in the page, and stall on purpose: what a busy machine moves first. */
const tasks = 'fixture-slow-page,fixture-spa-route,local-recovery-stall';

test('report.json is the same byte for byte while four loops keep the machine busy', async () => {
  const project = await scratchProject({ git: false });
  const play = async (out: string) => {
    const flags = ['--no-save', '--task', tasks, '--trials', '2', '--workers', '4', '--out', out];
    await project.harness([...flags, '--reporter', 'none']);
    return readFile(path.join(project.folder, out, 'report.json'), 'utf8');
  };
  const quiet = await play('quiet');
  const loops = Array.from({ length: 4 }, () =>
    execa(process.execPath, ['-e', 'for (;;);'], { reject: false }),
  );
  try {
    for (let time = 1; time <= times; time += 1) expect(await play(`busy-${time}`)).toBe(quiet);
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
  expect(JSON.parse(quiet).totals).toMatchObject({ episodes: 6, passed: 6 });
}, 3_600_000);
