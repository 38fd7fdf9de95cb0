import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { thisProject } from '../../cli/this-project.ts';
import { readChannelsRecords } from '../../results/records/channels-record.ts';
import { findServer, listedServer, servers } from '../../servers/index.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { channels } from './channels.ts';
import { canaryOf, probePages, probeUrls } from './probe-pages.ts';
import { readChannels } from './read-channels.ts';
import { readChannelsOf, store } from './read-channels-of.ts';

const around = { hidden: { checkout: null, answers: [] }, sha: null };

test('each channel has a canary of its own, and the page holds all but those that scripts, headers and frames bring', async () => {
  expect(channels.length).toBeGreaterThanOrEqual(24);
  expect(new Set(channels.map(({ id }) => id)).size).toBe(channels.length);
  expect(new Set(channels.map(canaryOf)).size).toBe(channels.length);
  const { hosts } = probePages(channels).open();
  const answer = await hosts.get('channels.test')?.(new Request(probeUrls.main));
  const text = (await answer?.text()) ?? '';
  const absent = channels.filter((channel) => !text.includes(canaryOf(channel))).map(({ id }) => id);
  expect(absent).toEqual([
    ...['canvas', 'open-shadow', 'closed-shadow', 'frame', 'dialog'],
    ...['console', 'request-address', 'response-header', 'download-name'],
  ]);
  expect(answer?.headers.get('x-note')).toBe(canaryOf({ id: 'response-header' }));
});

test('through a server the text of a page is read, what is not displayed is not', async () => {
  const chromium = await findChromium();
  const record = await readChannels(findServer('playwright'), { chromium, ...around });
  const [opened, snapshot, messages, requests] = record.tools;
  expect(snapshot?.found).toEqual(expect.arrayContaining(['text', 'opacity-0', 'aria-label', 'frame']));
  expect(snapshot?.found).not.toContain('display-none');
  expect(opened?.found).not.toContain('text');
  expect([messages?.found, requests?.found]).toEqual([
    expect.arrayContaining(['console']),
    expect.arrayContaining(['request-address']),
  ]);
  expect(record.tools.map(({ error }) => error)).toEqual([null, null, null, null]);
  const results = await folderOf();
  expect(readChannelsRecords(results)).toEqual([]);
  await store(results, record);
  expect(readChannelsRecords(results)).toEqual([record]);
});

/** It has not seen the page, and so does not wait for the dialog of another one. */
const said = {
  read: {
    tool: 'say',
    args: {
      content: [{ type: 'text', text: `Untrusted content of the page: ${canaryOf({ id: 'text' })}` }],
    },
  },
  limits: {},
};
const seen = {
  read: { tool: 'run', args: { script: "'Untrusted content of the page: ' + document.body.innerText" } },
  limits: { callLimitMs: 20_000 },
};

test.each(sized([said], [said, seen]))(
  'by $read.tool a server that says that the page is not to be trusted is told apart, and one that fails says why',
  async ({ read, limits }) => {
    const reads = [read, { tool: 'none', args: {} }];
    const { tools } = await readChannels(
      { ...guestServer(), reads },
      { chromium: await findChromium(), ...around, ...limits },
    );
    expect(tools[1]).toMatchObject({
      found: expect.arrayContaining(['text']),
      marked: expect.stringContaining('Untrusted content'),
    });
    expect(tools[2]).toMatchObject({ found: [], marked: null, error: expect.stringMatching(/none/) });
  },
);

if (isLong) {
  const come = servers.flatMap(({ id, origin }) => ('package' in origin ? [id] : []));

  test.each(come)('what is stored of %s is what its tools answer today', async (id) => {
    const asked = { project: thisProject, env: process.env, write: false, check: true, log: () => {} };
    const { differences, records } = await readChannelsOf([listedServer(id)], asked);
    expect(differences).toEqual([]);
    expect(records[0]?.tools.flatMap(({ found }) => found)).toContain('text');
  });
}
