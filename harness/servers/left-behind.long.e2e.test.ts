import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { findChromium } from '../browser/chromium/find-chromium.ts';
import { openGuest } from '../run/episode/open-stage.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { marked } from '../testing/processes.ts';
import { checkInstalled, openCall } from './connect-server.ts';
import { servers } from './index.ts';

/** The installed servers; those of `servers install` may be missing. */
const here = (
  await Promise.all(
    servers.map((server) =>
      checkInstalled(server).then(
        () => [server],
        () => [],
      ),
    ),
  )
).flat();

/** Folders where programs leave unrequested files. */
const places = ['.', '.cache', '.config', '.local/share', '.agent-browser', '.cache/ms-playwright'].map(
  (name) => path.join(homedir(), name),
);

/** The parent of the episodes' folders. */
const temporary = await folderOf({});
// A stub ends with the file: the files of tests after this one share its process.
beforeEach(() => {
  vi.stubEnv('TMPDIR', temporary);
});

function listing(): string[] {
  const own = places.flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((name) => `${place}/${name}`) : [],
  );
  return [...readdirSync(temporary), ...own].sort();
}

const chromium = await findChromium();
const folder = await webOf({ 'a.test/index.html': '<title>A</title><h1>A page</h1><button>Go</button>' });

test.each(here)(
  '$id leaves no process and no file, ended as it should be or killed in the middle',
  async (server) => {
    const before = listing();
    for (const isKilled of [false, true]) {
      const mark = `left-${server.id}-${isKilled}-${process.pid}`;
      const web = { kind: 'hermetic' as const, fixtureSites: folder };
      const guest = await openGuest({ server, chromium, web, mark, hidden: { checkout: null, answers: [] } });
      const { tool, args } = openCall(server, guest.server.tools, 'https://a.test/');
      const answer = await guest.server.call(tool, args);
      expect([answer.isError, marked(mark).length > 0]).toEqual([false, true]);
      if (isKilled) for (const pid of marked(mark).filter((each) => !isOfBrowser(mark, each))) kill(pid);
      await guest[Symbol.asyncDispose]();
      expect([isKilled, marked(mark)]).toEqual([isKilled, []]);
    }
    expect(listing()).toEqual(before);
  },
);

function isOfBrowser(mark: string, pid: number): boolean {
  return marked(`${mark}.browser`).includes(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone with the server that was killed before.
  }
}
