import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { openBrowser } from '../../browser/session.ts';
import type { Server } from '../../servers/server.ts';
import { webOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import type { FixtureSites } from '../../web/fixture-sites.ts';
import { openWeb } from '../../web/hermetic-web.ts';

/** Pages on which an episode can leave something, and a file that a browser may keep. */
function canaryWeb(): Promise<FixtureSites> {
  return webOf({
    'canary.test/index.html': '<h1>Canary</h1>',
    'canary.test/_host.mjs': `export const createHost = () => {
      const token = crypto.randomUUID();
      return (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === '/sw.js') return new Response('', { headers: { 'content-type': 'text/javascript' } });
        if (pathname === '/kept') return new Response(token, { headers: { 'cache-control': 'public, max-age=86400, immutable' } });
        return undefined;
      };
    };`,
  });
}

const leave = (token: string) => `(async () => {
  document.cookie = 'canary=${token}; max-age=3600; path=/';
  localStorage.setItem('canary', '${token}');
  await (await caches.open('${token}')).put('/x', new Response('x'));
  await new Promise((resolve) => { indexedDB.open('${token}').onsuccess = resolve; });
  await navigator.serviceWorker.register('/sw.js?${token}');
  return (await fetch('/kept')).text();
})()`;

const find = `(async () => JSON.stringify({
  cookie: document.cookie,
  localStorage: localStorage.getItem('canary'),
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map(({ name }) => name),
  workers: (await navigator.serviceWorker.getRegistrations()).map(({ active, waiting, installing }) => (active ?? waiting ?? installing)?.scriptURL),
  kept: await (await fetch('/kept')).text(),
}))()`;

/**
 * Plays two episodes one after the other, the first leaving a canary wherever a page can keep something, and returns
 * where the second one found it. `server` stands for both where it is given: one that shares a browser is caught.
 */
async function leaksBetweenTwoEpisodes(web: FixtureSites, server: Server = guestServer()): Promise<string[]> {
  const token = randomUUID();
  const visit = async (script: string) => {
    const { events, result } = await play({
      web,
      server,
      startUrl: 'about:blank',
      // Holds nowhere: a second observation would empty the profile that is looked for.
      success: { kind: 'url', pattern: '^https://nowhere\\.test/$' },
      task: { verify: 'live' },
      // Opened by the agent: of a start page the harness would see that it opened in another browser.
      calls: [
        ['open', { url: 'https://canary.test/' }],
        ['run', { script }],
      ],
    });
    const answer = events.find((event) => event.type === 'tool_result' && event.seq === 2);
    if (answer?.type !== 'tool_result')
      throw new Error(`the episode did not come to its call: ${result.status} ${result.error ?? ''}`);
    // The tool answers with JSON of what the script gave.
    return String(JSON.parse(answer.preview));
  };
  const kept = await visit(leave(token));
  const found: Record<string, unknown> = JSON.parse(await visit(find));
  return Object.entries(found).flatMap(([place, value]) => {
    const text = JSON.stringify(value) ?? '';
    return text.includes(token) || text.includes(kept) ? [place] : [];
  });
}

/** So many pairs, two at a time; where each leaked, those that did not left out. */
async function leaksBetweenPairs(pairs: number): Promise<string[][]> {
  const web = await canaryWeb();
  const leaks: string[][] = [];
  let left = pairs;
  const work = async () => {
    while (left-- > 0) {
      const found = await leaksBetweenTwoEpisodes(web);
      if (found.length > 0) leaks.push(found);
    }
  };
  await Promise.all([work(), work()]);
  return leaks;
}

test('nothing that an episode leaves is found by the next one', async () => {
  expect(await leaksBetweenPairs(sized(1, 200))).toEqual([]);
});

if (isLong) {
  test('a browser that two episodes share is caught', async () => {
    const fixtureSites = await canaryWeb();
    const web = await openWeb({ kind: 'hermetic', fixtureSites });
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
      const found = await leaksBetweenTwoEpisodes(fixtureSites, stuck);
      expect(found).toEqual(['cookie', 'localStorage', 'caches', 'databases', 'workers', 'kept']);
    } finally {
      vi.unstubAllEnvs();
      await shared.end();
      await web.close();
    }
  });
}
