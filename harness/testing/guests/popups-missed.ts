import { randomUUID } from 'node:crypto';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { popupsShown } from '../../browser/popups.ts';
import { thisProject } from '../../cli/this-project.ts';
import { type Guest, openGuest } from '../../run/episode/open-guest.ts';
import { openCall } from '../../servers/connect-server.ts';
import { fillTemplate } from '../../servers/fill-template.ts';
import type { Server } from '../../servers/server.ts';
import { webOf } from '../folder-of.ts';

const home = 'https://a.test/';

/** Opens popups one after the other through a server's own script tool, and says what the harness did not see of each. */
export async function popupsMissed(server: Server, count: number): Promise<string[]> {
  const standIns = await webOf({
    'a.test/index.html': '<h1>Start</h1>',
    'a.test/article.html': '<h1>Article</h1>',
  });
  await using guest = await openGuest({
    server,
    chromium: await findChromium(),
    web: { kind: 'hermetic', standIns },
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
