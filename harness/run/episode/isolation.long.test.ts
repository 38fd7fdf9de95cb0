import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { openBrowser } from '../../browser/session.ts';
import { canaryWeb, leaksBetweenPairs, leaksBetweenTwoEpisodes } from '../../testing/guests/canaries.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { openWeb } from '../../web/open-web.ts';

test('nothing that an episode leaves is found by the next one, in 200 pairs with two workers', async () => {
  expect(await leaksBetweenPairs(200)).toEqual([]);
});

test('a browser that two episodes share is caught', async () => {
  const standIns = await canaryWeb();
  const web = await openWeb({ kind: 'hermetic', standIns });
  const shared = await openBrowser(await findChromium(), web, {
    mark: `shared-${randomUUID()}`,
    viewport: { width: 800, height: 600 },
  });
  // Confined, a server reaches its own browser alone.
  vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
  try {
    const guest = guestServer();
    const stuck = {
      ...guest,
      origin: {
        command:
          'command' in guest.origin
            ? guest.origin.command.replace('{endpoint}', shared.endpoint?.url ?? '')
            : '',
      },
    };
    const found = await leaksBetweenTwoEpisodes(standIns, stuck);
    expect(found).toEqual(['cookie', 'localStorage', 'caches', 'databases', 'workers', 'kept']);
  } finally {
    vi.unstubAllEnvs();
    await shared.end();
    await web.close();
  }
});
