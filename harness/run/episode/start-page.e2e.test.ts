import { expect, test } from 'vitest';
import { type GuestFlag, guestServer } from '../../testing/guests/guest-server.ts';
import { expectOpened, goalShown as success, startPages as web } from '../../testing/guests/start-pages.ts';
import { play } from '../../testing/play.ts';
import { startUrls } from './start-page.ts';

test.each<[GuestFlag, RegExp]>([
  [
    '--opens-the-goal',
    /^https:\/\/a\.test\/ did not open, the browser shows https:\/\/a\.test\/goal; open answered: opened/,
  ],
  [
    '--forges-a-redirect',
    /^https:\/\/a\.test\/ did not open, the browser shows https:\/\/a\.test\/goal; open answered/,
  ],
  [
    '--goes-on',
    /a\.test\/ did not open|went from https:\/\/a\.test\/ to https:\/\/a\.test\/goal before any call/,
  ],
])('a server that %s while it opens the start page gets no pass', async (flag, error) => {
  // Without a second observation, so that nothing else could take the pass away.
  const task = { verify: 'live' } as const;
  const server = guestServer(flag);
  const { result, left } = await play({ web, success, server, task, plan: { showLimitMs: 500 } });
  expect(result).toMatchObject({ status: 'start_page_failed', success: false, toolCalls: 0 });
  expect(result.error).toMatch(error);
  expect(left).toEqual([]);
});

test('an opening call that is answered with an error says what the server said, and how long it took', async () => {
  const { result, events } = await play({ web, success, startUrl: 'https://nowhere.test/' });
  expect(result).toMatchObject({
    status: 'start_page_failed',
    steps: 0,
    serverErrors: 1,
    error: 'https://nowhere.test/ was not opened; open answered: net::ERR_NAME_NOT_RESOLVED',
    lastServerError: { tool: 'open', said: 'net::ERR_NAME_NOT_RESOLVED', answers: 1 },
    missedRequest: 'https://nowhere.test/',
  });
  const opening = events.find((event) => event.type === 'tool_result');
  expect(opening).toMatchObject({ seq: 0, durationMs: expect.any(Number) });
  expect(opening?.durationMs).toBeGreaterThan(0);
});

test('a start page that is not there is no failure of the agent', async () => {
  const { result } = await play({ web, success, startUrl: 'https://a.test/none' });
  expect(result).toMatchObject({ status: 'start_page_failed' });
  expect(result.error).toMatch(/^https:\/\/a\.test\/none was answered with 404; open answered: opened/);
});

test('a stand-in that breaks down where the task starts says how', async () => {
  const { result } = await play({ web, success, startUrl: 'https://a.test/broken' });
  expect(result).toMatchObject({ status: 'start_page_failed' });
  expect(result.error).toMatch(
    /^the stand-in of https:\/\/a\.test\/broken broke down: ReferenceError: broken/,
  );
});

test.each(['redirects'])('a start page that %s by itself has opened', expectOpened);

test('a redirect counts where the web gave it', () => {
  const seen = (url: string, redirectedTo?: string) => ({
    method: 'GET',
    url,
    wallTimeMs: 0,
    status: 200,
    wasSent: true,
    ...(redirectedTo ? { redirectedTo } : {}),
  });
  const requests = [
    seen('https://a.test/', 'https://b.test/#x'),
    seen('https://other.test/', 'https://c.test/'),
    seen('https://b.test/', 'https://d.test/'),
  ];
  const gave = { redirected: (_: string, to: string) => !to.startsWith('https://d') };
  expect([...startUrls('https://a.test#top', requests, null)]).toEqual([
    'https://a.test/',
    'https://b.test/',
    'https://d.test/',
  ]);
  expect([...startUrls('https://a.test', requests, gave)]).toEqual(['https://a.test/', 'https://b.test/']);
});
