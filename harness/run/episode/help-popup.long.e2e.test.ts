import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { servers } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, callsOf, play } from '../../testing/play.ts';

const article: Contract = { kind: 'dom_text', selector: '#answer', contains: '330 m' };

/** Snapshots and clicks by each server's own tools; `back` selects the article's tab, or page, again. */
const callsOfServer: Readonly<Record<string, { click: Call[]; snapshot: Call; back: Call[] }>> = {
  playwright: {
    click: [['browser_click', { element: 'Help', target: '#help' }]],
    snapshot: ['browser_snapshot'],
    back: [['browser_tabs', { action: 'select', index: 0 }], ['browser_snapshot']],
  },
  'chrome-devtools': {
    click: [
      ['take_snapshot', { pageId: 1 }],
      ['click', { pageId: 1, uid: '1_2' }],
    ],
    snapshot: ['take_snapshot', { pageId: 1 }],
    back: [
      ['select_page', { pageId: 1, bringToFront: true }],
      ['take_snapshot', { pageId: 1 }],
    ],
  },
};

/** Clicks on a button of the right article that opens a help window, and gives the status and the address that was judged. */
async function afterHelpPopup(
  server: Server,
  isBack: boolean,
): Promise<[status: string, url: string | null]> {
  const web = await webOf({
    'a.test/index.html':
      '<p id="answer">330 m</p><button id="help" onclick="window.open(\'/help\')">Help</button>',
    'a.test/help.html': '<h1>Help</h1>',
  });
  const own = callsOfServer[server.id];
  if (!own) throw new Error(`no calls for ${server.id}`);
  const calls = [...own.click, ...(isBack ? own.back : [own.snapshot])];
  const { result } = await play({ web, success: article, server, adapter: callsOf(calls) });
  return [result.status, result.finalUrl];
}

const fromNpm = servers.filter(({ origin }) => 'package' in origin);

test.each(fromNpm)('a help window that $id opened from the right page is in front', async (server) => {
  expect(await afterHelpPopup(server, false)).toEqual(['failed', 'https://a.test/help']);
});

test.each(fromNpm)('the right page is in front again when $id has selected it', async (server) => {
  expect(await afterHelpPopup(server, true)).toEqual(['passed', 'https://a.test/']);
});
