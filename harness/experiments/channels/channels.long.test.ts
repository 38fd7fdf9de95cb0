import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { thisProject } from '../../cli/this-project.ts';
import { listedServer, servers } from '../../servers/index.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { readChannels } from './read-channels.ts';
import { readChannelsOf } from './read-channels-of.ts';

const come = servers.flatMap(({ id, origin }) => ('package' in origin ? [id] : []));

test.each(come)('what is stored of %s is what its tools answer today', async (id) => {
  const asked = { project: thisProject, env: process.env, write: false, check: true, log: () => {} };
  const { differences, records } = await readChannelsOf([listedServer(id)], asked);
  expect(differences).toEqual([]);
  expect(records[0]?.tools.flatMap(({ found }) => found)).toContain('text');
});

test('a server that says that the page is not to be trusted is told apart, and one that fails says why', async () => {
  const reads = [
    { tool: 'run', args: { script: "'Untrusted content of the page: ' + document.body.innerText" } },
    { tool: 'none', args: {} },
  ];
  const { tools } = await readChannels(
    { ...guestServer(), reads },
    {
      chromium: await findChromium(),
      hidden: { checkout: null, answers: [] },
      sha: null,
      callLimitMs: 20_000,
    },
  );
  expect(tools[1]).toMatchObject({
    found: expect.arrayContaining(['text']),
    marked: expect.stringContaining('Untrusted content'),
  });
  expect(tools[2]).toMatchObject({ found: [], marked: null, error: expect.stringMatching(/none/) });
});
