import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { littleFiles, programsOf, wheelName, wheelOf } from '../../testing/wheel-of.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { installPages } from './install-pages.ts';
import { needsOf, packagePages } from './installed-pages.ts';

const { wanted, wheel } = wheelOf();
const packages = [wanted];

/** A pip that writes its words to a file, and puts a wheel where `--dest` says. */
async function pipWith(content: Buffer, name = wheelName) {
  const folder = await folderOf({ [name]: content });
  const words = path.join(folder, 'words');
  const script = `echo "$@" > '${words}'
while [ "$1" != --dest ]; do shift; done
cp '${path.join(folder, name)}' "$2"`;
  return { script, words };
}

async function installWith(programs: Record<string, string>, signal?: AbortSignal) {
  const cache = await folderOf();
  // Only the programs of the scripts themselves besides.
  const PATH = `${await programsOf(programs)}:${await programsOf({ cp: 'exec /bin/cp "$@"', sleep: 'exec /bin/sleep "$@"' })}`;
  const env = { PATH, CONTRACT_BENCH_CACHE: cache };
  return { cache, env, done: installPages({ id: 'little', from: null }, { env, signal }, packages) };
}

test('the wheel is downloaded by pip at its version, without what it depends on', async () => {
  const { script, words } = await pipWith(wheel);
  const { cache, env, done } = await installWith({ python3: script });
  const { folder } = await done;
  expect(await packagePages(needsOf(wanted), env, packages)).not.toBeNull();
  expect(await readFile(words, 'utf8')).toMatch(
    /^-m pip download --no-deps --only-binary=:all: .* little-pages==1\.2\.0\n$/,
  );
  // The wheel is gone with the folder of the download.
  const left = (await filesBelow(cache)).filter((file) => !file.startsWith(`${folder}${path.sep}`));
  expect(left).toEqual([]);
});

test('without pip uv runs one', async () => {
  const { script, words } = await pipWith(wheel);
  const python3 = 'echo "/usr/bin/python3: No module named pip" >&2; exit 1';
  await (await installWith({ python3, uv: script })).done;
  expect(await readFile(words, 'utf8')).toMatch(/^tool run pip download /);
});

const refused = `WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<x>: Failed to establish a new connection: [Errno 111] Connection refused')': /simple/little-pages/
ERROR: Could not find a version that satisfies the requirement little-pages==1.2.0 (from versions: none)
ERROR: No matching distribution found for little-pages==1.2.0`;

const failing = (said: string) => ({
  python3: `cat >&2 <<'END'\n${said}\nEND\nexit 1`.replace('cat', '/bin/cat'),
});

test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
  [
    'another wheel',
    async () => ({ python3: (await pipWith(zipOf(littleFiles({ more: '' })))).script }),
    new RegExp(
      `\\.whl: got a file with the SHA-256 [0-9a-f]{64}; expected ${wanted.sha256}, .*nothing was installed$`,
    ),
  ],
  [
    'a file that is no wheel of it',
    async () => ({ python3: (await pipWith(wheel, 'other-1.2.0-py3-none-any.whl')).script }),
    /^little: pip downloaded no wheel of little-pages 1\.2\.0; /,
  ],
  [
    'neither python nor uv',
    async () => ({}),
    /^little: found neither python3 with pip nor uv, which download little-pages 1\.2\.0; install one of them, or give the wheel: --from <file>$/,
  ],
  [
    'no network',
    async () => failing(refused),
    /^little: pip could not download little-pages 1\.2\.0: "no answer of the registry: Failed to establish a new connection: .*Connection refused.*"; or give/,
  ],
  [
    'no such version',
    async () => failing('ERROR: No matching distribution found for little-pages==1.2.0'),
    /^little: pip could not download little-pages 1\.2\.0: "ERROR: No matching distribution found/,
  ],
  [
    'a full disk',
    async () =>
      failing('ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device'),
    /^little: pip could not download little-pages 1\.2\.0: no space is left on the disk; /,
  ],
  [
    'a pip that says nothing',
    async () => ({ python3: 'exit 3' }),
    /^little: pip could not download .*; or give/,
  ],
])('%s is said on one line, and nothing is left behind', async (_, programs, message) => {
  const { cache, done } = await installWith(await programs());
  const error: Error = await done.then(
    () => new Error('it was installed'),
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(message) });
  expect(error.message).not.toContain('\n');
  expect(await filesBelow(cache)).toEqual([]);
});

test('an interrupted download leaves nothing behind', async () => {
  const begun = path.join(await folderOf(), 'begun');
  const { signal, abort } = interruption();
  const { cache, done } = await installWith(
    { python3: `echo > '${begun}'; while :; do sleep 0.05; done` },
    signal,
  );
  const ended = expect(done).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true);
  abort();
  await ended;
  expect(await filesBelow(cache)).toEqual([]);
});

function interruption() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test('a disk that takes only a part of the files is named, and nothing is left behind', async () => {
  const large = wheelOf(littleFiles({ 'little/html/large.html': 'x'.repeat(3_000_000) }));
  const cache = await folderOf();
  const from = path.join(await folderOf({ [wheelName]: large.wheel }), wheelName);
  const code = `
    import { installPages } from '${path.join(thisProject.root, 'harness/task/pages/install-pages.ts')}';
    import { diskFault } from '${path.join(thisProject.root, 'harness/platform/errors/disk-fault.ts')}';
    const [from, wanted] = process.argv.slice(1);
    await installPages({ id: 'little', from }, { env: process.env }, [JSON.parse(wanted)])
      .catch((error) => console.log(diskFault(error)));`;
  const script = ['--input-type=module', '--eval', code, from, JSON.stringify(large.wanted)];
  const { stdout } = await execa(
    'sh',
    ['-c', 'ulimit -f 1000; exec "$@"', 'sh', process.execPath, ...script],
    {
      env: { CONTRACT_BENCH_CACHE: cache },
    },
  );
  expect(stdout).toMatch(/large\.html: cannot be written: a file may not be that large \(EFBIG\)$/);
  expect(await filesBelow(cache)).toEqual([]);
});
