import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { findProgram, installFolder, installPackage } from './install-package.ts';

const wanted = { name: '@somebody/agent', version: '1.2.3', bin: 'agent', node: '18.0.0' };

/** A program in a package, in npm's layout below a folder. */
async function packageBelow(folder: string, version: string): Promise<string> {
  const own = path.join(folder, 'node_modules/@somebody/agent');
  await mkdir(own, { recursive: true });
  await writeFile(
    path.join(own, 'package.json'),
    JSON.stringify({ name: wanted.name, version, bin: { agent: 'cli.js' } }),
  );
  await writeFile(path.join(own, 'cli.js'), '');
  await chmod(path.join(own, 'cli.js'), 0o755);
  await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true });
  const program = path.join(folder, 'node_modules/.bin/agent');
  await symlink('../@somebody/agent/cli.js', program);
  return program;
}

test('the program is taken from the variable, then the cache, then the PATH', async () => {
  const [cache, named, onPath] = [await folderOf({}), await folderOf({}), await folderOf({})];
  const env = { CONTRACT_BENCH_CACHE: cache, PATH: path.dirname(await packageBelow(onPath, '0.9.0')) };
  expect(await findProgram(wanted, 'AGENT_BIN', { ...env, PATH: '' })).toBeNull();
  expect(await findProgram(wanted, 'AGENT_BIN', env)).toMatchObject({ from: 'path', version: '0.9.0' });
  await packageBelow(installFolder(wanted, env), '1.2.3');
  expect(await findProgram(wanted, 'AGENT_BIN', env)).toMatchObject({ from: 'cache', version: '1.2.3' });
  const program = await packageBelow(named, '2.0.0');
  const found = await findProgram(wanted, 'AGENT_BIN', { ...env, AGENT_BIN: program });
  const folder = path.join(named, 'node_modules/@somebody/agent');
  expect(found).toEqual({ from: 'variable', version: '2.0.0', folder, program });
});

test('a variable with a missing file is a mistake of the user', async () => {
  await expect(findProgram(wanted, 'AGENT_BIN', { AGENT_BIN: '/no/such/file' })).rejects.toThrow(
    'AGENT_BIN: no such file: /no/such/file',
  );
});

test('a package for a newer Node is rejected before any download', async () => {
  const env = { CONTRACT_BENCH_CACHE: await folderOf({}) };
  await expect(installPackage({ ...wanted, node: '999.0.0' }, env)).rejects.toThrow(
    'needs Node 999.0.0 or newer',
  );
});

test('if npm fails, its output is reported and no partial install stays', async () => {
  const cache = await folderOf({});
  const env = {
    ...process.env,
    CONTRACT_BENCH_CACHE: cache,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  };
  await expect(installPackage(wanted, env)).rejects.toThrow(
    /@somebody\/agent@1\.2\.3: npm could not install it/,
  );
  expect(await findProgram(wanted, 'AGENT_BIN', { ...env, PATH: '' })).toBeNull();
});
