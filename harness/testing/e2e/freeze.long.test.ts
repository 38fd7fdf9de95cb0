import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { liveSite, liveTask } from '../live-site.ts';
import { scratchProject } from '../scratch-project.ts';

test('a live page is frozen by playing it, and the archive alone serves it again', async () => {
  const project = await scratchProject({ git: false });
  const { url, close } = await liveSite();
  const folder = await liveTask(url, 'browser_navigate');
  const common = ['--tasks', path.join(folder, 'own.md'), '--out', path.join(folder, 'out')];
  const script = ['--adapter', 'script', '--script', path.join(folder, 'calls.jsonl')];
  const frozen = await project.harness(['freeze', ...common, ...script]);
  await close();
  expect(frozen.stdout).toMatch(/passed {2}own[\s\S]*frozen: {2}.*own\.har; replay it with/);
  expect(frozen.exitCode).toBe(0);
  const file = path.join(folder, 'out', 'own.har');
  const { log } = JSON.parse(await readFile(file, 'utf8'));
  expect(
    log.entries.map(({ request }: { request: { url: string } }) => request.url.slice(url.length)),
  ).toEqual(expect.arrayContaining(['/', '/old', '/goal', '/data']));

  const again = await project.harness(['--no-save', ...common, ...script, '--web', `har:${file}`]);
  expect(again.stdout).toMatch(/hermetic web[\s\S]*passed {2}own/);
  expect(again.exitCode).toBe(0);
});
