import { expect, test } from 'vitest';
import { exampleRelease } from '../../results/examples/example-release.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { thisProject } from '../this-project.ts';
import type { Context } from './command.ts';
import { diff } from './diff.ts';

async function comparing(given: Record<string, string | null>) {
  const record = (version: string, node: string) => {
    const { parts, ...rest } = exampleRelease({ server: { id: 'puppeteer', version } });
    return JSON.stringify({ ...rest, parts: { ...parts, install: { ...parts.install, node } } });
  };
  const results = await folderOf({
    'servers/puppeteer@1.0.0.json': record('1.0.0', '>=18'),
    'servers/puppeteer@2.0.0.json': record('2.0.0', '>=20'),
  });
  const context = { project: { ...thisProject, results }, config: {} } as Context;
  const none = { id: 'puppeteer', from: null, to: null, serverCommand: null, transcripts: null };
  return diff.run({ ...none, ...given }, context);
}

test('two stored releases are compared without a start of the server, and a difference is exit code 1', async () => {
  const { lines, exitCode, data } = await comparing({ from: '1.0.0', to: '2.0.0' });
  expect(lines.slice(0, 4)).toEqual([
    'puppeteer@1.0.0 -> puppeteer@2.0.0',
    '',
    'install:',
    '  Node: >=18 -> >=20',
  ]);
  expect(exitCode).toBe(1);
  expect(data).toMatchObject({ equal: false, parts: { install: { change: { node: { from: '>=18' } } } } });
  expect(await comparing({ from: '1.0.0', to: '1.0.0' })).toMatchObject({
    exitCode: 0,
    data: { equal: true },
  });
});

test.each([
  [{ from: '1.0.0' }, 'servers diff: got one version, 1.0.0; expected two, or none to compare '],
  [{ from: '1.0.0', to: '3.0.0' }, '/servers/puppeteer@3.0.0.json: got no such file; expected '],
  [
    { id: 'puppeteer@1.0.0', from: '1.0.0', to: '2.0.0' },
    'servers diff: got puppeteer@1.0.0; expected the id ',
  ],
  [{ id: 'none', from: '1.0.0', to: '2.0.0' }, 'unknown server "none"'],
  [
    { from: '1.0.0', to: '2.0.0', serverCommand: 'a {endpoint}' },
    '--server-command: got it with two versions; ',
  ],
  [{ from: '1.0.0', to: '2.0.0', transcripts: '.' }, '--transcripts: got it with two versions; '],
])('what cannot be compared is named: %j', async (given, words) => {
  await expect(comparing(given)).rejects.toThrow(words);
});
