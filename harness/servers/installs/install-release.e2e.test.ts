import { chmod, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diskFault } from '../../platform/errors/disk-fault.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { registryOf } from '../../testing/registry-of.ts';
import { sized } from '../../testing/sized.ts';
import { runNpm } from './install-package.ts';
import { installRelease } from './install-release.ts';

const wanted = { name: '@somebody/server', version: '1.2.3', bin: null, node: '18.0.0' };

/** A registry with one answer to everything. */
async function registry(status: number, body: string): Promise<NodeJS.ProcessEnv> {
  const asked = await registryOf(() => ({ status, body }));
  return { ...process.env, CONTRACT_BENCH_CACHE: await folderOf(), ...asked };
}

const others = JSON.stringify({
  name: wanted.name,
  'dist-tags': { latest: '1.0.0' },
  versions: {
    '1.0.0': { name: wanted.name, version: '1.0.0', dist: { tarball: 'http://127.0.0.1:9/x.tgz' } },
  },
});

const failing: [string, number, string, RegExp][] = [
  ['a registry that fails', 500, 'oops', /E500/],
  ['a registry that sends no JSON', 200, '<html>', /JSON/],
  ['a missing version', 200, others, /No matching version found for @somebody\/server@1\.2\.3/],
];

test.each(sized(failing.slice(0, 1), failing))(
  '%s is one line, and no part of an install stays',
  async (_, status, body, why) => {
    const env = await registry(status, body);
    const installed = installRelease(wanted, null, env);
    await expect(installed).rejects.toThrow(/^@somebody\/server@1\.2\.3: npm could not install it: [^\n]+$/);
    await expect(installed).rejects.toThrow(why);
    expect(await readdir(path.join(env.CONTRACT_BENCH_CACHE ?? '', 'programs'))).toEqual([]);
  },
);

test('an npm that does not end is ended, and the limit is named', async () => {
  const [bin, folder] = [await folderOf(), await folderOf()];
  await writeFile(path.join(bin, 'npm'), '#!/bin/sh\nexec sleep 300\n');
  await chmod(path.join(bin, 'npm'), 0o755);
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  await expect(runNpm(wanted, ['ci'], folder, env, 100)).rejects.toThrow(
    '@somebody/server@1.2.3: npm could not install it: it took more than 0.1 s',
  );
});

test('a cache that cannot be written is told with its path', async () => {
  const cache = await folderOf({ programs: 'a file' });
  const error = await installRelease(wanted, null, { ...process.env, CONTRACT_BENCH_CACHE: cache }).catch(
    (thrown: unknown) => thrown,
  );
  expect(diskFault(error)).toMatch(
    /\/programs.*: cannot be (read|written): (a part of the path is not a folder|there is a file of that name)/,
  );
});
