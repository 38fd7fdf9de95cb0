import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { thisProject } from '../../cli/this-project.ts';
import { ChannelsRecord } from '../../results/records/channels-record.ts';
import { readChannelsRecords } from '../../results/records/read-server-records.ts';
import { listedServer, servers } from '../../servers/index.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { measureServers } from '../measure-servers.ts';
import { channels as measured } from '../measurements/channels.ts';
import { channels } from './channels.ts';
import { canaryOf, probePages, probeUrls } from './probe-pages.ts';
import { channelsWork, readChannels } from './read-channels.ts';

const around = { hidden: { checkout: null, answers: [] } };

test('each channel has a canary of its own, and the page contains all except those of scripts, headers and frames', async () => {
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

const quiet = { env: process.env, signal: new AbortController().signal, only: [], values: {}, log: () => {} };

if (isLong)
  test('through a server, displayed text of a page is read, hidden text is not', async () => {
    const results = await folderOf();
    expect(readChannelsRecords(results)).toEqual([]);
    const { records, differences } = await measureServers(measured, [listedServer('playwright')], {
      ...{ ...quiet, project: { ...thisProject, results }, write: true, check: true },
    });
    const stored = readChannelsRecords(results);
    expect([stored, differences]).toEqual([records, ['playwright: no stored result']]);
    const [record] = stored;
    if (!record) throw new Error('nothing was written');
    const [opened, snapshot, messages, requests] = record.tools;
    expect(snapshot?.found).toEqual(expect.arrayContaining(['text', 'opacity-0', 'aria-label', 'frame']));
    expect(snapshot?.found).not.toContain('display-none');
    expect(opened?.found).not.toContain('text');
    expect([messages?.found, requests?.found]).toEqual([
      expect.arrayContaining(['console']),
      expect.arrayContaining(['request-address']),
    ]);
    expect(record.tools.map(({ error }) => error)).toEqual([null, null, null, null]);
    const tools = record.tools.map((each) => (each === snapshot ? { ...each, found: ['canvas'] } : each));
    expect(channelsWork.differ?.({ ...record, tools: tools.slice(0, 2) }, record)).toEqual(
      expect.arrayContaining([
        `${snapshot?.tool}: +text`,
        `${snapshot?.tool}: -canvas`,
        expect.stringMatching(new RegExp(`${messages?.tool}.* is new$`)),
      ]),
    );
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

  test.each(come)('the stored record of %s matches the current answers of its tools', async (id) => {
    const { differences, records } = await measureServers(measured, [listedServer(id)], {
      ...{ ...quiet, project: thisProject, write: false, check: true },
    });
    expect(differences).toEqual([]);
    expect(
      records.flatMap((record) => ChannelsRecord.parse(record).tools.flatMap(({ found }) => found)),
    ).toContain('text');
  });
}
