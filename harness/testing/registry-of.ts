import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { folderOf } from './folder-of.ts';

type RegistryAnswer = { status: number; body: string | Buffer };

/** The variables with which npm asks a registry that answers like this, until the end of the test. */
export async function registryOf(
  answer: (path: string, own: string) => RegistryAnswer,
): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    const { status, body } = answer(decodeURIComponent(request.url ?? '').slice(1), own);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    npm_config_registry: own,
    npm_config_cache: await folderOf(),
    npm_config_fetch_retries: '0',
  };
}

type Published = {
  version: string;
  time?: string;
  node?: string;
  deprecated?: string;
  /** Absent: the registry lists it, and has no file of it. */
  archive?: Buffer;
};

/** The answers of a registry with the releases of one package, and with no other package. */
export function answersWith(name: string, releases: readonly Published[]) {
  return (asked: string, own: string): RegistryAnswer => {
    const archive = releases.find(({ version }) => asked === `${name}/-/${version}.tgz`)?.archive;
    if (archive) return { status: 200, body: archive };
    if (asked !== name) return { status: 404, body: '{"error":"not found"}' };
    const versions = releases.map(({ version, node, deprecated }) => [
      version,
      {
        ...{ name, version, deprecated, bin: 'server.mjs' },
        ...(node === undefined ? {} : { engines: { node } }),
        dist: { tarball: `${own}${name}/-/${version}.tgz` },
      },
    ]);
    const time = releases.flatMap(({ version, time: at }) => (at === undefined ? [] : [[version, at]]));
    const body = {
      name,
      'dist-tags': { latest: releases.at(-1)?.version },
      versions: Object.fromEntries(versions),
      ...(time.length > 0 ? { time: Object.fromEntries(time) } : {}),
    };
    return { status: 200, body: JSON.stringify(body) };
  };
}

/** A package as npm packs it, with the program `server.mjs`. */
export async function archiveOf(
  name: string,
  version: string,
  files: Record<string, string>,
): Promise<Buffer> {
  const manifest = JSON.stringify({ name, version, bin: 'server.mjs' });
  const inside = { 'package.json': manifest, ...files };
  const folder = await folderOf(
    Object.fromEntries(Object.entries(inside).map(([file, text]) => [`package/${file}`, text])),
  );
  await execa('tar', ['-czf', 'packed.tgz', 'package'], { cwd: folder });
  return readFile(path.join(folder, 'packed.tgz'));
}
