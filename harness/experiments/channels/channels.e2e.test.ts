import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { isLong } from '../../testing/sized.ts';
import { channels } from './channels.ts';
import { canaryOf, probePages, probeUrls } from './probe-pages.ts';
import { exposureWork, readChannels } from './read-channels.ts';

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

if (isLong) {
  test.each([said, seen])(
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
}

const dies = [
  'dies',
  { tool: 'die', args: { words: 'no memory left' } },
  /^the server is gone .*no memory left/,
] as const;
const floods = [
  'floods',
  { tool: 'endless', args: { megabytes: 40 } },
  /^the server sent a message of more than/,
] as const;

if (isLong) {
  test.each([dies, floods])(
    'a server that %s while it reads has no numbers, but the reason',
    async (_, read, why) => {
      const reading = readChannels(
        { ...guestServer(), reads: [read] },
        { chromium: await findChromium(), ...around },
      );
      await expect(reading).rejects.toThrow(why);
    },
  );
}

if (isLong) {
  test('a server that answers nothing has no numbers, but the limit', async () => {
    const silent = { ...guestServer(), open: { tool: 'never', args: { url: '{url}' } }, reads: [] };
    const limits = { callLimitMs: 200 };
    await expect(
      readChannels(silent, { chromium: await findChromium(), ...around, ...limits }),
    ).rejects.toThrow('no tool gave an answer within 0.2 s');
  });
}

if (isLong) {
  test('the three groups are counted by the usual reading and by any, and a change of a reading is a difference', async () => {
    const words = (...ids: string[]) => ids.map((id) => canaryOf({ id })).join(' ');
    const saying = (text: string) => ({ tool: 'say', args: { content: [{ type: 'text', text }] } });
    const reads = [saying(words('text', 'alt', 'opacity-0')), saying(words('comment', 'alt', 'dialog'))];
    const found = await readChannels(
      { ...guestServer(), reads },
      { chromium: await findChromium(), ...around },
    );
    const of = (group: string) => channels.filter((channel) => channel.group === group).length;
    expect(found).toMatchObject({
      usual: 1,
      names: { usual: 1, any: 1, of: of('names') },
      invisible: { usual: 1, any: 1, of: of('invisible') },
      source: { usual: 0, any: 1, of: of('source') },
      missed: { usual: of('seen') - 1, any: of('seen') - 2, of: of('seen') },
    });
    const changed = {
      ...found,
      tools: found.tools.map((each, at) => (at === 1 ? { ...each, found: ['alt'] } : each)),
    };
    expect(exposureWork.differ(found, found)).toEqual([]);
    expect(exposureWork.differ(changed, found)).toEqual(['say: +text', 'say: +opacity-0']);
  });
}
