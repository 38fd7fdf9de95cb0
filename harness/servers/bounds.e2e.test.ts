import { expect, test } from 'vitest';
import { measure, mostMegabytes } from '../testing/guests/measure-server.ts';

test('a message of 200 MB is blamed on the server that sent it, and is not kept', async () => {
  const { said, megabytes } = await measure({ tool: 'endless', args: { megabytes: 200 } });
  expect(said).toBe('LostTransport: the server sent a message of more than 16777216 bytes');
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('20,000 tools of 2 kB are more than a list may have', async () => {
  const { said, megabytes } = await measure({ flags: '--many-tools' });
  expect(said).toMatch(
    /^Error: the server lists too much: 3000 tools, \d+ characters on 3 pages; at most 2000,/,
  );
  expect(megabytes).toBeLessThan(mostMegabytes);
});
