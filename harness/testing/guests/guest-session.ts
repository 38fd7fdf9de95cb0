import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { connectServer, openCall, prepareServer } from '../../servers/connect-server.ts';
import type { Server } from '../../servers/server.ts';
import { browserOf, type TestBrowser } from '../browser-of.ts';
import { webOf } from '../folder-of.ts';
import { marked } from '../processes.ts';

/** A browser for guests, on the page that `expectGuest` has a server open. */
export async function browserForGuests(): Promise<TestBrowser> {
  return browserOf(await webOf({ 'a.test/index.html': '<title>A page</title><h1>Home</h1>' }));
}

/** A server that is a guest of the browser, as one of an episode is. */
export async function connectTo(browser: TestBrowser, server: Server, signal = AbortSignal.timeout(60_000)) {
  const mark = `test-${randomUUID()}`;
  const { url = '', port = 0 } = browser.endpoint ?? {};
  const start = await prepareServer(server, { checkout: thisProject.root, answers: [] }, mark);
  const session = await connectServer(
    server,
    { endpoint: url, port, folder: browser.folder.path },
    start,
    signal,
  );
  return { ...session, mark, [Symbol.asyncDispose]: session.end };
}

export async function expectGuest(browser: TestBrowser, server: Server): Promise<void> {
  await using session = await connectTo(browser, server);
  expect('version' in server.origin && server.origin.version).toBe(session.version);
  expect(session.tools.length).toBeGreaterThan(0);
  expect(session.toolsSha256).toMatch(/^[0-9a-f]{64}$/);
  const { tool, args } = openCall(server, session.tools, 'https://a.test/');
  const answer = await session.call(tool, args);
  expect(answer).toMatchObject({ isError: false, kind: 'text' });
  expect(await browser.run('document.title')).toBe('A page');
  expect(await session.call('no_such_tool', {})).toMatchObject({ isError: true, kind: 'text' });
  expect((await session.call(tool, {})).isError).toBe(true);
  await session.end();
  expect(marked(session.mark)).toEqual([]);
  expect(await browser.run('document.title')).toBe('A page');
}
