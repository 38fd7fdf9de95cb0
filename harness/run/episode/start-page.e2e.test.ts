import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type GuestFlag, guestServer } from '../../testing/guests/guest-server.ts';
import { play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { startUrls } from './start-page.ts';

/** Start pages that do something by themselves, and a goal that no call has gone to. */
const web = await webOf({
  'a.test/index.html': '<h1>Start</h1>',
  'a.test/goal.html': '<h1>Goal</h1>',
  'a.test/popup.html': '<h1>Start</h1><script>open("/goal.html")</script>',
  'a.test/alert.html': '<h1>Start</h1><script>setTimeout(() => alert("Hello"))</script>',
  'a.test/moves-on.html': '<h1>Start</h1><script>location.replace("/elsewhere")</script>',
  'a.test/busts-its-frame.html': '<h1>Start</h1><iframe src="/elsewhere"></iframe>',
  'a.test/elsewhere.html':
    '<h1>Elsewhere</h1><script>if (top !== self) top.location = self.location</script>',
  'a.test/rewrites.html': '<h1>Start</h1><script>history.replaceState(null, "", "/other")</script>',
  'a.test/_host.mjs': `export const createHost = () => ({ url }) =>
    url.endsWith('/broken') ? broken() : /(redirects|moved)$/.test(url) ? Response.redirect(url.endsWith('moved') ? 'https://a.test/redirects' : 'https://b.test/', 302) : undefined`,
  'b.test/index.html': '<h1>Moved</h1>',
});

const success: Contract = {
  kind: 'and',
  children: [
    { kind: 'url', pattern: '/goal$' },
    { kind: 'dom_text', selector: 'h1', contains: 'Goal' },
  ],
};

async function expectOpened(page: string): Promise<void> {
  const startUrl = `https://a.test/${page}`;
  const { result } = await play({ web, success, startUrl });
  expect(result).toMatchObject({ status: 'failed' });
}

const led: [GuestFlag, RegExp][] = [
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
];
test.each(sized(led.slice(0, 1), led))(
  'a server that %s while it opens the start page gets no pass',
  async (flag, error) => {
    // Without a second observation, so that nothing else could take the pass away.
    const task = { verify: 'live' } as const;
    const server = guestServer(flag);
    const { result, left } = await play({ web, success, server, task, plan: { showLimitMs: 500 } });
    expect(result).toMatchObject({ status: 'start_page_failed', success: false, toolCalls: 0 });
    expect(result.error).toMatch(error);
    expect(left).toEqual([]);
  },
);

if (isLong) {
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
}

test('a start page that is not there is no failure of the agent', async () => {
  const { result } = await play({ web, success, startUrl: 'https://a.test/none' });
  expect(result).toMatchObject({ status: 'start_page_failed' });
  expect(result.error).toMatch(/^https:\/\/a\.test\/none was answered with 404; open answered: opened/);
});

if (isLong) {
  test('a stand-in that breaks down where the task starts says how', async () => {
    const { result } = await play({ web, success, startUrl: 'https://a.test/broken' });
    expect(result).toMatchObject({ status: 'start_page_failed' });
    expect(result.error).toMatch(
      /^the fixture site of https:\/\/a\.test\/broken failed: ReferenceError: broken/,
    );
  });
}

test.each(
  sized(['redirects'], ['redirects', 'popup', 'alert', 'rewrites', 'moved', 'moves-on', 'busts-its-frame']),
)('a start page that %s by itself has opened', expectOpened);

test('a redirect counts where the web gave it', () => {
  const seen = (url: string, redirectedTo?: string) => ({
    url,
    wallTimeMs: 0,
    status: 200,
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
