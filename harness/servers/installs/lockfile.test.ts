import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { installScriptsOf, lockSha256, readLockfile } from './lockfile.ts';

const packages = {
  '': { dependencies: { mine: '1.0.0' } },
  'node_modules/mine': {
    version: '1.0.0',
    integrity: 'sha512-AA==',
    resolved: 'https://registry.test/mine.tgz',
  },
  'node_modules/mine/node_modules/@a/b': {
    version: '2.0.0',
    integrity: 'sha512-BB==',
    hasInstallScript: true,
  },
  'node_modules/forked': { resolved: 'git+ssh://git@host.test/forked.git#abc' },
};

test('a lockfile is read without the address of the registry, and what comes from elsewhere keeps its own', async () => {
  const folder = await folderOf({ 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }) });
  const lock = readLockfile(folder);
  expect(JSON.stringify(lock)).not.toContain('registry.test');
  expect(lock.packages['node_modules/forked']?.resolved).toBe('git+ssh://git@host.test/forked.git#abc');
  expect(installScriptsOf(lock)).toEqual(['@a/b']);
});

test('the digest is of the installed tree alone: place, version and integrity', () => {
  const lock = { lockfileVersion: 3 as const, packages };
  const [first = '', ...others] = Object.keys(packages).toReversed();
  const turned = {
    ...lock,
    packages: Object.fromEntries(
      [first, ...others].map((each) => [
        each,
        { ...Object.entries(packages).find(([place]) => place === each)?.[1], license: 'MIT' },
      ]),
    ),
  };
  expect(lockSha256(turned)).toBe(lockSha256(lock));
  const newer = { ...lock, packages: { ...packages, 'node_modules/mine': { version: '1.0.1' } } };
  expect(lockSha256(newer)).not.toBe(lockSha256(lock));
});

test('another version of the format is refused by name', async () => {
  const folder = await folderOf({ 'package-lock.json': '{"lockfileVersion": 1, "packages": {}}' });
  expect(() => readLockfile(folder)).toThrow(/package-lock\.json: lockfileVersion: must be 3; found 1/);
});
