import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { doLater } from '../../testing/remove-later.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { usualLimits } from './limits.ts';
import { openStart } from './open-start.ts';

const small = { memoryBytes: 300 * 2 ** 20, spaceBytes: 2 ** 24, processes: 64, files: 1000 };

const greedy = {
  'starts processes without end': 'while :; do sleep 300 & done',
  'starts processes that start processes': 'f() { f | f & f; }; f',
  'takes memory without end':
    'exec node -e "const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 24, 1)), 10)"',
  'takes memory by many processes':
    'for i in 1 2 3 4 5 6 7 8; do node -e "const all = Buffer.alloc(2 ** 26, 1); setTimeout(() => all, 300_000)" & done; wait',
  'writes one file without end': 'cat /dev/zero > file',
  'writes many files without end': 'i=0; while :; do head -c 4000000 /dev/zero > "file$i"; i=$((i+1)); done',
  'makes files in its folder without end': 'i=0; while :; do : > "file$i"; i=$((i+1)); done',
  'fills the folder of temporary files': 'cat /dev/zero > /tmp/file',
  'fills shared memory': 'cat /dev/zero > /dev/shm/file',
  'makes files without end': 'i=0; while :; do : > "/tmp/file$i" || exit 7; i=$((i+1)); done',
};

/** How a command ends in a cell with these limits; null where nothing is confined here. */
async function endOf(
  line: string,
  limits = small,
): Promise<{ code: number | null; over: string | null } | null> {
  const start = await openStart({ checkout: null, answers: [] }, ['sh', 'node'], `test-${randomUUID()}`, {
    limits,
  });
  doLater(() => start.end());
  if (start.unconfined !== null) return null;
  const env = { PATH: process.env.PATH ?? '' };
  const { child, exited, overLimit } = await start.run(
    { command: 'sh', args: ['-c', line], env, folder: await folderOf() },
    [],
  );
  // What it prints must not fill a pipe.
  child.stdout?.resume();
  child.stderr?.resume();
  await exited;
  await start.end();
  return { code: child.exitCode, over: overLimit?.() ?? null };
}

/** One of each kind of limit. */
const few = [
  'starts processes that start processes',
  'takes memory without end',
  'writes many files without end',
  'fills the folder of temporary files',
];

/** All at once, and after each a healthy one. */
const ends = await Promise.all(
  Object.entries(greedy)
    .filter(([name]) => sized(few.includes(name), true))
    .map(async ([name, line]) => [name, await endOf(line), await endOf('true')] as const),
);

test.each(ends)('a guest that %s is ended or fails, and the next one starts', (_, end, next) => {
  if (end === null) return;
  expect(end.code === 0).toBe(false);
  expect(next).toEqual({ code: 0, over: null });
});

test('the limit that ended a guest is named', () => {
  const endBy = (wanted: keyof typeof greedy) => ends.find(([name]) => name === wanted)?.[1];
  const [memory, space] = [endBy('takes memory without end'), endBy('writes many files without end')];
  if (memory === null) return;
  expect([memory?.over, space?.over]).toEqual([
    'more than 300 MiB of memory',
    'more than 16 MiB in its folder',
  ]);
});

if (isLong)
  test.each([
    'starts processes that start processes',
    'takes memory without end',
    'fills the folder of temporary files',
    'fills shared memory',
  ] as const)('within the usual limits too a guest that %s is ended or fails', async (name) => {
    expect((await endOf(greedy[name], usualLimits()))?.code).not.toBe(0);
  });
