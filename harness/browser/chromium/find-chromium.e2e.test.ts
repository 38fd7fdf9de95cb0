import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { isLong } from '../../testing/sized.ts';
import { findChromium, findHeadedChromium } from './find-chromium.ts';
import { unpackChromium } from './unpack-chromium.ts';

async function program(name: string, script: string): Promise<string> {
  const folder = await folderOf({ [name]: `#!/bin/sh\n${script}\n` });
  await chmod(path.join(folder, name), 0o755);
  return path.join(folder, name);
}

/** A cache below a device is impossible, so the Chromium from npm cannot be used. */
const noCache = '/dev/null/cache';

const errorOf = (env: NodeJS.ProcessEnv): Promise<Error> =>
  findChromium(env).then(
    ({ executable }) => new Error(`found ${executable}`),
    (error) => error,
  );

test('the Chromium from npm answers', async () => {
  const { CHROME_PATH: _, ...env } = process.env;
  expect(await findChromium(env)).toMatchObject({
    source: 'npm',
    name: 'Chromium',
    version: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
  });
});

test('CHROME_PATH comes first', async () => {
  const executable = await program('chrome', 'echo "Google Chrome for Testing 131.0.6778.33 "');
  expect(await findChromium({ CHROME_PATH: executable })).toEqual({
    executable,
    env: {},
    name: 'Google Chrome for Testing',
    version: '131.0.6778.33',
    source: 'CHROME_PATH',
  });
});

test.each([
  ['does not exist', async () => '/nowhere/chrome', /ENOENT/],
  ['is a folder', async () => folderOf(), /EACCES/],
  ['must not be run', async () => `${await folderOf({ chrome: '' })}/chrome`, /EACCES/],
  ['says nothing', async () => program('chrome', 'exit 0'), /answered --version with ""/],
  ['fails', async () => program('chrome', 'echo "no library" >&2; exit 127'), /no library/],
  [
    'is another program',
    async () => program('python3', 'echo "Python 3.11.2"'),
    /answered --version with "Python 3\.11\.2"/,
  ],
])('a CHROME_PATH that %s is an error that names it', async (_, make, why) => {
  const error = await errorOf({ CHROME_PATH: await make() });
  expect(error.name).toBe('UserError');
  expect(error.message).toMatch(/^CHROME_PATH: /);
  expect(error.message).toMatch(why);
});

test('an installed browser is used without the one from npm', async () => {
  const executable = await program('chromium', 'echo "Chromium 120.0.6099.224 built on Debian"');
  const env = { CONTRACT_BENCH_CACHE: noCache, PATH: `/nowhere:${path.dirname(executable)}` };
  expect(await findChromium(env)).toMatchObject({
    executable,
    source: 'installed',
    version: '120.0.6099.224',
  });
});

test('if none works, the error has all tries and the install command', async () => {
  const broken = await program('chromium', 'echo "libnss3.so: cannot open shared object file" >&2; exit 127');
  const manager = await program('apt-get', 'exit 0');
  const error = await errorOf({
    CONTRACT_BENCH_CACHE: noCache,
    PATH: `${path.dirname(broken)}:${path.dirname(manager)}`,
  });
  expect(error.name).toBe('UserError');
  expect(error.message).toMatch(/the Chromium from npm could not be unpacked: EEXIST/);
  expect(error.message).toMatch(/or set CONTRACT_BENCH_CACHE to another one\n {2}or install one: /);
  expect(error.message).toMatch(/chromium does not run \(libnss3\.so: cannot open/);
  expect(error.message.match(/install one: .*/g)).toEqual([
    expect.stringMatching(/apt-get install -y chromium$/),
  ]);
});

test('the cache is in the configured folder', () => {
  expect(cacheFolder({ CONTRACT_BENCH_CACHE: '/a/b' })).toBe('/a/b');
  expect(cacheFolder({ XDG_CACHE_HOME: '/x' })).toBe('/x/contract-bench');
  expect(cacheFolder({})).toMatch(/\/\.cache\/contract-bench$/);
});

if (isLong) {
  test('concurrent first runs unpack to one folder, and the browser in it answers', async () => {
    const cache = path.join(await folderOf(), 'deep', 'cache');
    await mkdir(path.dirname(cache));
    const env = { CONTRACT_BENCH_CACHE: cache, PATH: '' };
    const [one, two] = await Promise.all([unpackChromium(env), unpackChromium(env)]);
    expect(one).toEqual(two);
    expect(await readdir(cache)).toEqual([path.basename(path.dirname(one?.executable ?? ''))]);
    expect((await findChromium(env)).executable).toBe(one?.executable);
  });
}

test('a full cache is reported, and nothing is left in it', async () => {
  const cache = await folderOf();
  const unpack = `const { unpackChromium } = await import(process.argv[1]); await unpackChromium().catch((error) => console.log(error.message));`;
  const limited = 'ulimit -f 2048; exec "$0" --input-type=module --eval "$1" "$2"';
  const module = path.join(import.meta.dirname, 'unpack-chromium.ts');
  const { stdout } = await execa('sh', ['-c', limited, process.execPath, unpack, module], {
    env: { CONTRACT_BENCH_CACHE: cache },
  });
  expect(stdout).toBe('EFBIG: file too large, write');
  expect(await readdir(cache)).toEqual([]);
});

test('for a window an installed browser is used, with the variables of the display', async () => {
  const executable = await program('chromium', 'echo "Chromium 131.0.6778.33"');
  const env = { PATH: path.dirname(executable), DISPLAY: ':7', XAUTHORITY: '/run/x' };
  expect(await findHeadedChromium(env)).toEqual({
    executable,
    env: {},
    name: 'Chromium',
    version: '131.0.6778.33',
    source: 'installed',
    display: {
      env: { DISPLAY: ':7', XAUTHORITY: '/run/x' },
      places: ['/tmp/.X11-unix', '/run/x'],
    },
  });
});

test('a browser without windows is refused and named if a window is wanted', async () => {
  const executable = await program('chrome-headless-shell', 'echo "Chromium 131.0.6778.33"');
  const headed = findHeadedChromium({ DISPLAY: ':7', CHROME_PATH: executable });
  await expect(headed).rejects.toThrow(`--headed: CHROME_PATH is ${executable}, which has no windows`);
});

const sandbox = fileURLToPath(new URL('./find-chromium.ts', import.meta.url));
const asking = `import(${JSON.stringify(sandbox)}).then(({ hasSandbox }) => console.log(hasSandbox()))`;

/** The result for an unprivileged user, in a namespace that allows `limit` further ones. */
function told(limit: number): string {
  const script = `echo ${limit} > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all --inh-caps=-all "$@"`;
  const user = ['--user', '--map-user=1000', '--map-group=1000', '--keep-caps'];
  const command = [process.execPath, '-e', asking];
  return spawnSync('unshare', [...user, 'sh', '-c', script, 'sh', ...command], { encoding: 'utf8' }).stdout;
}

const canMakeNamespaces = spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;

test("a user has Chromium's sandbox exactly if namespaces are allowed", () => {
  expect([told(100), told(0)]).toEqual(canMakeNamespaces ? ['true\n', 'false\n'] : ['', '']);
});
