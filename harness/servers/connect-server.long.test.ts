import { expect, test } from 'vitest';
import { guestServer } from '../testing/guests/guest-server.ts';
import { browserForGuests, connectTo, expectGuest } from '../testing/guests/guest-session.ts';
import { servers } from './index.ts';

const browser = await browserForGuests();

test.each(servers.filter(({ origin }) => 'package' in origin))(
  '$id: starts as a guest, lists its tools and opens a URL',
  (server) => expectGuest(browser, server),
);

test('an answer of more than 10 MB arrives', async () => {
  await using session = await connectTo(browser, guestServer());
  expect((await session.call('long', { length: 10_600_000 })).text.length).toBe(10_600_000);
});

test('a server that never starts is ended when it is told to', async () => {
  const signal = AbortSignal.timeout(20_000);
  await expect(connectTo(browser, guestServer('--never-starts'), signal)).rejects.toThrow(
    'the server gave no answer to initialize in time; its last words: looking for a screen',
  );
});
