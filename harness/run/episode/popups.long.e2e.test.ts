import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { popupsShown } from '../../browser/watch-browser.ts';
import { thisProject } from '../../cli/this-project.ts';
import type { Contract } from '../../judge/contract.ts';
import { openCall } from '../../servers/connect-server.ts';
import { servers } from '../../servers/index.ts';
import { fillTemplate, type Server } from '../../servers/server.ts';
import { browserOf, until } from '../../testing/browser-of.ts';
import { webOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';
import { type Guest, openGuest } from './open-stage.ts';

const home = 'https://a.test/';

/** Opens popups one after the other through a server's own script tool, and says what the harness did not see of each. */
async function popupsMissed(server: Server, count: number): Promise<string[]> {
  const fixtureSites = await webOf({
    'a.test/index.html': '<h1>Start</h1>',
    'a.test/article.html': '<h1>Article</h1>',
  });
  await using guest = await openGuest({
    server,
    chromium: await findChromium(),
    web: { kind: 'hermetic', fixtureSites },
    hidden: { checkout: thisProject.root, answers: [] },
    mark: `popups-${randomUUID()}`,
  });
  const { watch } = guest.browser;
  const opening = openCall(server, guest.server.tools, home);
  const opened = await guest.server.call(opening.tool, opening.args);
  const missed: string[] = [];
  for (let number = 1; number <= count; number++) {
    const url = `${home}article?${number}`;
    const script = `() => { window.shown?.close(); window.shown = open(${JSON.stringify(url)}); return 1 }`;
    await callScript(server, guest, script, opened.text);
    await popupsShown(watch);
    const tab = watch.judgedTab();
    const seen = watch.requests.filter((request) => request.url === url);
    if (tab?.url !== url) missed.push(`${url} is not judged, ${tab?.url} is`);
    else if (!tab.received.has(url)) missed.push(`${url} was not received`);
    if (seen.length !== 1 || seen[0]?.status !== 200) missed.push(`${url}: ${JSON.stringify(seen)}`);
  }
  return missed;
}

async function callScript(server: Server, guest: Guest, script: string, answer: string): Promise<void> {
  if (!server.script) throw new Error('a server without a script tool opens no popups here');
  const { tool, args } = fillTemplate(server.script, { script }, server, [answer]);
  const { isError, text } = await guest.server.call(tool, args);
  if (isError) throw new Error(text);
}

const reached: Contract = { kind: 'dom_text', selector: '#answer', contains: '42 metres' };

test('a popup that is slow to come belongs to the step that opened it', async () => {
  const slow = await webOf({
    'a.test/index.html': '<h1>Start</h1>',
    'a.test/_host.mjs': `export const createHost = () => async ({ url }) => {
      if (!url.endsWith('/goal')) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return new Response('<p id="answer">42 metres</p>', { headers: { 'content-type': 'text/html' } });
    };`,
  });
  const opened = await play({
    web: slow,
    success: reached,
    calls: [
      ['run', { script: 'open("/goal") && 1' }],
      ['wait', { ms: 1 }],
    ],
  });
  expect(opened.result).toMatchObject({ status: 'passed', firstHeldAtStep: 1 });
});

test('an empty popup is waited for once', async () => {
  const { open, start, watch } = await browserOf(await webOf({ 'a.test/index.html': '<h1>Start</h1>' }));
  await open('https://a.test/');
  start('open("about:blank")');
  const awaited = () => watch.tabs().filter((tab) => tab.awaited).length;
  await until(() => awaited() === 1);
  await popupsShown(watch);
  expect([watch.tabs().length, awaited()]).toEqual([2, 0]);
});

const fromNpm = servers.filter(({ origin }) => 'package' in origin);

test.each(fromNpm)('of 30 popups that $id opens none is missed, five times', async (server) => {
  for (let round = 1; round <= 5; round++) expect(await popupsMissed(server, 30)).toEqual([]);
});
