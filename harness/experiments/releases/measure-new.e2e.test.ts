import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { thisProject } from '../../cli/this-project.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { readReleaseRecord } from '../../results/records/release-record.ts';
import type { Server } from '../../servers/server.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { type GuestFlag, guestServer } from '../../testing/guests/guest-server.ts';
import { answersWith, archiveOf, registryOf } from '../../testing/registry-of.ts';
import { isLong } from '../../testing/sized.ts';
import { listReleases } from './list-releases.ts';
import { measureNew } from './measure-new.ts';
import { planNew } from './plan-new.ts';

const name = 'guest-of-npm';

/** The guest as a package of a registry. */
const guest: Server = {
  ...guestServer(),
  id: 'packed-guest',
  origin: { install: { name, version: '1.2.0', bin: name, node: '20.0.0' }, variable: '' },
  args: ['{endpoint}'],
};

async function guestArchive(version: string, ...flags: GuestFlag[]): Promise<Buffer> {
  const folder = path.join(thisProject.root, 'harness/testing/guests');
  const sources = await Promise.all(
    ['cdp-guest.mjs', 'hands.mjs'].map(async (file) => [
      file,
      await readFile(path.join(folder, file), 'utf8'),
    ]),
  );
  const start = `#!/usr/bin/env node\nprocess.argv.push(...${JSON.stringify(flags)});\nawait import('./cdp-guest.mjs');\n`;
  return archiveOf(name, version, { ...Object.fromEntries(sources), 'server.mjs': start });
}

/** A registry with a release that is good, one without tools and one without a file; a cache with only the browser. */
async function around(last: number, more: Parameters<typeof answersWith>[1] = []) {
  const { executable } = await findChromium();
  const known = path.relative(cacheFolder(), executable).split(path.sep)[0] ?? '';
  const cache = await folderOf();
  if (known !== '..') await symlink(path.join(cacheFolder(), known), path.join(cache, known));
  const published = [
    { version: '1.0.0' },
    { version: '1.1.0', archive: await guestArchive('1.1.0', '--no-tools') },
    { version: '1.2.0', archive: await guestArchive('1.2.0'), time: '2026-01-02T00:00:00.000Z' },
    ...more,
  ];
  const npm = await registryOf(answersWith(name, published));
  // The server is looked up in the cache of this process.
  vi.stubEnv('CONTRACT_BENCH_CACHE', cache);
  const env = { ...process.env, ...npm };
  const results = await folderOf();
  const wanted = [
    { server: '*', last },
    { server: guest.id, versions: ['0.9.0'] },
  ];
  return {
    results,
    request: {
      ...{ env, signal: new AbortController().signal, log: (_: string) => {} },
      project: { ...thisProject, results },
      ...{ servers: [guest], wanted, last: null as number | null, only: ['install', 'tools'] },
    },
  };
}

const release = `${guest.id}@1.2.0`;

test('what is wanted is planned with the parts that it lacks, and after an interruption it is left', async () => {
  const { results, request } = await around(1);
  request.last = 1;
  expect(await planNew(request, { results, env: request.env })).toMatchObject({
    planned: [{ release, missing: ['install', 'tools'] }],
    left: [],
  });
  const stopped = new AbortController();
  stopped.abort();
  expect(await measureNew({ ...request, signal: stopped.signal })).toEqual({
    measured: [],
    left: [{ release, parts: ['install', 'tools'], why: 'interrupted' }],
  });
});

if (isLong)
  test('a wanted release is measured part by part, and only what is missing is measured again', async () => {
    const { results, request } = await around(1);
    request.last = 1;
    const file = path.join(results, 'servers', `${release}.json`);
    expect(await measureNew(request)).toEqual({
      measured: [{ release, parts: ['install', 'tools'], broken: [] }],
      left: [],
    });
    const { parts, ...record } = readReleaseRecord(file);
    await writeFile(file, JSON.stringify({ ...record, parts: { ...parts, tools: null } }));
    expect(await measureNew(request)).toMatchObject({ measured: [{ release, parts: ['tools'] }] });
    expect(readReleaseRecord(file).parts).toMatchObject({ install: parts.install, tools: { list: {} } });
    expect(await measureNew(request)).toEqual({ measured: [], left: [] });
  });

if (isLong)
  test('a release that lists nothing is stored as broken, what cannot be installed is left, and the others go on', async () => {
    const { results, request } = await around(3);
    const { measured, left } = await measureNew(request);
    expect(measured).toEqual([
      { release, parts: ['install', 'tools'], broken: [] },
      {
        release: `${guest.id}@1.1.0`,
        parts: ['install', 'tools'],
        broken: [{ part: 'tools', why: 'it lists no tools' }],
      },
    ]);
    expect(left).toEqual([
      {
        release: `${guest.id}@1.0.0`,
        parts: ['install', 'tools'],
        why: expect.stringMatching(/^guest-of-npm@1\.0\.0: npm could not install it: [^\n]*E404[^\n]*$/),
      },
      {
        release: `${guest.id}@0.9.0`,
        parts: [],
        why: `${guest.id}@0.9.0: the registry does not have this version`,
      },
    ]);
    const { releases } = await listReleases(guest, { results, env: request.env });
    expect(releases).toMatchObject([
      { version: '1.2.0', date: '2026-01-02T00:00:00.000Z', stored: { measured: ['install', 'tools'] } },
      { version: '1.1.0', date: null, stored: { broken: [{ part: 'tools', why: 'it lists no tools' }] } },
      { version: '1.0.0', stored: null },
    ]);
  });

if (isLong)
  test('a release without a program is stored as broken', async () => {
    const manifest = JSON.stringify({ name, version: '1.3.0' });
    const archive = await archiveOf(name, '1.3.0', { 'package.json': manifest });
    const { results, request } = await around(1, [{ version: '1.3.0', archive }]);
    const install = { name, version: '1.2.0', bin: null, node: '20.0.0' };
    const server: Server = { ...guest, origin: { install, variable: '', entry: 'server.mjs' } };
    const why = 'it has no program: neither server.mjs, nor "bin" in its package.json';
    expect(await measureNew({ ...request, servers: [server], last: 1 })).toMatchObject({
      measured: [{ release: `${guest.id}@1.3.0`, broken: [{ part: 'tools', why }] }],
      left: [],
    });
    const file = path.join(results, 'servers', `${guest.id}@1.3.0.json`);
    expect(readReleaseRecord(file).parts).toMatchObject({ install: { files: 1 }, tools: { broken: why } });
  });

if (isLong) {
  test('a registry that fails is one line, and the other servers go on', async () => {
    const npm = await registryOf(answersWith('good', [{ version: '3.0.0' }]));
    const of = (id: string, from: string): Server => ({
      ...guest,
      id,
      origin: { install: { name: from, version: '1.0.0', bin: 'x', node: '20.0.0' }, variable: '' },
      variants: { small: { title: 'small', args: [] } },
    });
    const choice = {
      servers: [of('bad-one', 'bad'), of('good-one', 'good')],
      ...{ wanted: [{ server: '*', last: 1 }], last: null, only: ['tools'] },
    };
    const env = { ...process.env, ...npm };
    const { planned, left } = await planNew(choice, { results: await folderOf(), env });
    expect(planned.map(({ release }) => release)).toEqual(['good-one@3.0.0', 'good-one+small@3.0.0']);
    expect(left).toEqual([
      { release: 'bad-one', parts: [], why: expect.stringMatching(/^registry: bad: got no answer \(/) },
    ]);
  });
}

if (isLong)
  test('a full disk ends it, whatever is left', async () => {
    const { request } = await around(3);
    const { stdout: npm } = await execa('which', ['npm']);
    const bin = await folderOf({
      npm: `#!/bin/sh\ncase "$1" in view) exec "${npm}" "$@" ;; esac\necho 'npm error code ENOSPC' >&2\nexit 1\n`,
    });
    await chmod(path.join(bin, 'npm'), 0o755);
    const env = { ...request.env, PATH: `${bin}:${process.env.PATH}` };
    const logged: string[] = [];
    const ended = measureNew({ ...request, env, log: (line) => void logged.push(line) });
    await expect(ended).rejects.toThrow(/: npm could not install it: npm error code ENOSPC$/);
    expect(logged.filter((line) => / of 3: /.test(line))).toHaveLength(1);
  });
