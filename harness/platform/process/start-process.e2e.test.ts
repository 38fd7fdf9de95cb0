import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { firstLine, isAlive, marked, within } from '../../testing/processes.ts';
import { startProcess } from './start-process.ts';

const env = { PATH: process.env.PATH ?? '' };
const stdio = { input: true, output: true, errors: false };

async function start(script: string) {
  const mark = `test-${randomUUID()}`;
  const started = await startProcess('sh', ['-c', script], { mark, env, cwd: '/', stdio });
  return { ...started, mark, pid: started.child.pid as number };
}

test('a process, its children and what left the group with the mark are gone after the end', async () => {
  const { child, end, mark } = await start(
    `trap '' TERM HUP
     sh -c 'sleep 300 & sleep 300' &
     setsid sh -c 'sleep 300 & sleep 300' &
     setsid -f sleep 300
     echo ready; wait`,
  );
  await firstLine(child);
  expect(await within(60_000, () => marked(mark).length >= 7)).toBe(true);
  await end();
  expect(marked(mark)).toEqual([]);
});

test('a process that leaves when its input ends is not killed', async () => {
  const { end, child } = await start('read line; exit 7');
  await end(5000);
  expect([child.exitCode, child.signalCode]).toEqual([7, null]);
});

test('a process that ignores SIGTERM and the end of its input is killed after the grace', async () => {
  const { end, child, pid } = await start(`trap '' TERM HUP; while true; do read line || sleep 0.05; done`);
  await end(100);
  expect(child.signalCode).toBe('SIGKILL');
  expect(isAlive(pid)).toBe(false);
});

test('children outlive neither a parent that died before the end nor an end that is asked twice', async () => {
  const { end, exited, mark } = await start('sleep 300 & exit 0');
  await exited;
  expect(marked(mark).length).toBe(1);
  await Promise.all([end(), end()]);
  expect(marked(mark)).toEqual([]);
});

test('a process of another mark is left alone', async () => {
  const [one, other] = [await start('sleep 300'), await start('sleep 300')];
  await one.end();
  expect(isAlive(other.pid)).toBe(true);
  await other.end();
});

test('a command that does not exist, or must not be run, rejects', async () => {
  const folder = await folderOf({ plain: 'no program' });
  const options = { mark: 'test-none', env, cwd: '/', stdio };
  await expect(startProcess(`${folder}/none`, [], options)).rejects.toThrow(/ENOENT/);
  await expect(startProcess(`${folder}/plain`, [], options)).rejects.toThrow(/EACCES/);
});

test('a write to a process that reads no more breaks nothing', async () => {
  // It closes its input itself: a process that has exited has no stream left to write to.
  const { child, end } = await start('exec <&-; echo closed; exec sleep 300');
  await firstLine(child);
  const error = await new Promise((resolve) => child.stdin?.write('still there?\n', resolve));
  expect(error).toMatchObject({ code: 'EPIPE' });
  await end();
});
