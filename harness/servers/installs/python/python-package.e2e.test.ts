import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../platform/digest.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { isLong } from '../../../testing/sized.ts';
import { zipOf } from '../../../testing/zip-of.ts';
import { findPython } from './find-python.ts';
import {
  environmentFolder,
  findPythonPackage,
  installPythonPackage,
  pythonPackageSha256,
  pythonVersionOf,
} from './install-python-package.ts';
import type { PythonPackage } from './python-package.ts';

const wanted = async (lock = 'some-agent==1.2.3\n'): Promise<PythonPackage> => ({
  name: 'some-agent',
  version: '1.2.3',
  lock: path.join(await folderOf({ 'lock.txt': lock }), 'lock.txt'),
  least: [3, 11],
  most: [3, 13],
});

/** A PATH with programs that print a version as Python does, or fail as the shim of a missing version does. */
async function pathOf(versions: Readonly<Record<string, string | null>>): Promise<NodeJS.ProcessEnv> {
  const folder = await folderOf({});
  for (const [name, version] of Object.entries(versions)) {
    const file = path.join(folder, name);
    await writeFile(file, version === null ? '#!/bin/sh\nexit 127\n' : `#!/bin/sh\necho ${version}\n`);
    await chmod(file, 0o755);
  }
  return { PATH: folder };
}

test('the newest allowed Python on the PATH is taken, and a shim without its version is passed over', async () => {
  const env = await pathOf({ 'python3.13': null, 'python3.12': '3.12.4', python3: '3.11.7' });
  expect(await findPython(await wanted(), env)).toEqual({ program: 'python3.12', version: '3.12.4' });
  expect(await findPython(await wanted(), env, path.join(env.PATH ?? '', 'python3'))).toMatchObject({
    version: '3.11.7',
  });
});

test('without an allowed Python one line names the versions that are allowed and the versions that were found', async () => {
  const line = (found: string) =>
    `some-agent 1.2.3 needs Python 3.11 to 3.13; found ${found}. Name another one with --python`;
  await expect(findPython(await wanted(), await pathOf({ python3: '3.9.18' }))).rejects.toThrow(
    line('3.9.18 (python3)'),
  );
  await expect(findPython(await wanted(), await pathOf({ python3: '3.14.0' }))).rejects.toThrow(
    line('3.14.0 (python3)'),
  );
  await expect(findPython(await wanted(), await pathOf({}))).rejects.toThrow(line('none'));
  await expect(findPython(await wanted(), await pathOf({}), '/no/python')).rejects.toThrow(
    line('no Python in /no/python'),
  );
  expect(environmentFolder(await wanted(), {})).not.toBe(environmentFolder(await wanted('other'), {}));
});

/** The files of an environment with the package in some version. */
const environment = (version: string) => ({
  'bin/python': '',
  'pyvenv.cfg': 'home = /usr/bin\nversion = 3.12.4\n',
  'lib/python3.12/site-packages/some_agent/__init__.py': 'code',
  [`lib/python3.12/site-packages/some_agent-${version}.dist-info/METADATA`]: '',
});

test('an environment in the cache has a version, a Python and a digest; a Python of the user has no digest', async () => {
  const asked = await wanted();
  const env = { CONTRACT_BENCH_CACHE: await folderOf({}) };
  expect(findPythonPackage(asked, 'IT_PYTHON', env)).toBeNull();
  const venv = await folderOf(environment('1.2.3'));
  const own = { ...env, IT_PYTHON: path.join(venv, 'bin/python') };
  const found = findPythonPackage(asked, 'IT_PYTHON', own);
  expect(found).toEqual({ program: own.IT_PYTHON, from: 'variable', version: '1.2.3', folder: null });
  expect(pythonVersionOf(own.IT_PYTHON)).toBe('3.12.4');
  const folder = path.join(venv, 'lib/python3.12/site-packages/some_agent');
  const digest = await pythonPackageSha256(folder, asked);
  await writeFile(path.join(folder, '__init__.cpython-312.pyc'), 'byte code');
  expect(await pythonPackageSha256(folder, asked)).toBe(digest);
  await writeFile(path.join(folder, '__init__.py'), 'other code');
  expect(await pythonPackageSha256(folder, asked)).not.toBe(digest);
});

test('a variable with a missing file, or with a Python without the package, is a mistake of the user', async () => {
  const asked = await wanted();
  expect(() => findPythonPackage(asked, 'IT_PYTHON', { IT_PYTHON: '/no/such/python' })).toThrow(
    'IT_PYTHON: no such file: /no/such/python',
  );
  expect(() => findPythonPackage(asked, 'IT_PYTHON', { IT_PYTHON: process.execPath })).toThrow(
    /^IT_PYTHON: got .*; expected the Python of a virtual environment that has some-agent$/,
  );
});

if (isLong) {
  test('venv and pip install exactly what the lock has, by its digests, or nothing', async () => {
    const wheels = await folderOf({});
    const name = 'some_agent-1.2.3-py3-none-any.whl';
    const wheel = zipOf({
      'some_agent/__init__.py': 'code = 1\n',
      'some_agent-1.2.3.dist-info/METADATA': 'Metadata-Version: 2.1\nName: some-agent\nVersion: 1.2.3\n',
      'some_agent-1.2.3.dist-info/WHEEL': 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      'some_agent-1.2.3.dist-info/RECORD': '',
    });
    await writeFile(path.join(wheels, name), wheel);
    const env = {
      ...process.env,
      CONTRACT_BENCH_CACHE: await folderOf({}),
      PIP_NO_INDEX: '1',
      PIP_FIND_LINKS: wheels,
      // Without uv.
      PATH: (process.env.PATH ?? '')
        .split(path.delimiter)
        .filter((folder) => !existsSync(path.join(folder, 'uv')))
        .join(path.delimiter),
    };
    const asked = await wanted(`some-agent==1.2.3 --hash=sha256:${sha256(wheel)}\n`);
    const folder = await installPythonPackage(asked, env);
    expect(findPythonPackage(asked, 'NONE', env)).toMatchObject({
      program: path.join(folder, 'venv/bin/python'),
      from: 'cache',
      version: '1.2.3',
    });
    const forged = await wanted(`some-agent==1.2.3 --hash=sha256:${'0'.repeat(64)}\n`);
    await expect(installPythonPackage(forged, env)).rejects.toThrow(
      /^some-agent@1\.2\.3: python could not install it: .*hash/i,
    );
    expect(findPythonPackage(forged, 'NONE', env)).toBeNull();
  });
}
