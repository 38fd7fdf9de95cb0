import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';
import { isLong } from '../../testing/sized.ts';
import { answered, reached } from '../../testing/web-with-goal.ts';

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><a href="/goal">on</a>',
  'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
  'a.test/goal/other.html': '<h1>Other</h1>',
  'a.test/slow.html':
    '<p id="answer"></p><script>fetch("/late").then((r) => r.text()).then((t) => { document.querySelector("#answer").innerText = t; })</script>',
  'a.test/_host.mjs': `export const createHost = () => {
    let visits = 0;
    return async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/late') { await new Promise((r) => setTimeout(r, 300)); return new Response('42 metres'); }
      if (pathname === '/cookie') {
        const seen = request.headers.get('cookie') ?? 'none';
        return new Response('<p id="answer">cookies: ' + seen + '</p>', { headers: { 'content-type': 'text/html', 'set-cookie': 'sid=7; Path=/' } });
      }
      if (pathname !== '/once') return undefined;
      visits += 1;
      const then = Number(searchParams.get('then'));
      const status = visits > 1 ? then : 200;
      return new Response('<h1>Goal</h1><p id="answer">42 metres</p>', { status, headers: { 'content-type': 'text/html' } });
    };
  };`,
});
/** What never shows the outcome is not waited for. */
const plan = { showLimitMs: 500 };
const forge = (address: string) =>
  `history.replaceState(null, '', '${address}'); document.body.innerHTML = '<p id="answer">42 metres</p>'`;

if (isLong) {
  test.concurrent('an address that the history API alone has set is tampered by provenance', async () => {
    const { result, verdict, facts, capture, transcript } = await play({
      web,
      success: reached,
      calls: [['run', { script: forge('/goal') }]],
      plan,
    });
    expect(verdict?.outcome).toBe('passed');
    expect(result).toMatchObject({
      status: 'tampered',
      success: false,
      finalUrl: 'https://a.test/goal',
      failedPostcondition: { name: 'provenance', wanted: 'a document received from https://a.test/goal' },
    });
    expect(facts).toMatchObject({ provenance: false, second: { url: 'https://a.test/goal' } });
    expect(facts?.texts?.second).not.toBe(facts?.texts?.first);
    expect(capture?.png).toBeInstanceOf(Buffer);
    expect(transcript).toBeNull();
  });
}

test.concurrent('a text that was written into a real page is tampered by its clause', async () => {
  const { result, facts, capture } = await play({
    web,
    success: reached,
    calls: [
      ['open', { url: 'https://a.test/goal/other' }],
      ['run', { script: `document.body.innerHTML = '<p id="answer">42 metres</p>'` }],
    ],
    plan,
  });
  expect(result).toMatchObject({
    status: 'tampered',
    firstHeldAtStep: 2,
    failedPostcondition: { name: 'postconditions[1] (dom_text match)' },
  });
  expect(facts).toMatchObject({ provenance: true, second: { url: 'https://a.test/goal/other' } });
  expect(capture?.png).toBeInstanceOf(Buffer);
});

if (isLong) {
  test('a contract that holds at once is noted at step 0', async () => {
    const success: Contract = { kind: 'url', pattern: 'a\\.test' };
    const { result } = await play({ web, success, task: { judge: 'each_step' }, calls: [['fail']] });
    expect(result).toMatchObject({ status: 'passed', steps: 0, firstHeldAtStep: 0 });
  });
}

if (isLong) {
  test('a second observation that cannot be had is inconclusive and says why', async () => {
    const { result, facts, capture, left } = await play({
      web,
      success: answered,
      calls: [['open', { url: 'https://a.test/once?then=429' }]],
    });
    expect(result).toMatchObject({
      status: 'inconclusive',
      error: 'the second observation could not be had: status 429',
    });
    expect(facts?.second).toEqual({ unavailable: 'status 429' });
    expect(capture?.png).toBeInstanceOf(Buffer);
    expect(left).toEqual([]);
  });

  test('a tool that fetches by itself is refused and counted in the hermetic web', async () => {
    const { result, events } = await play({
      web,
      success: reached,
      calls: [
        ['fetch_it', { url: 'http://127.0.0.1:1/' }],
        ['open', { url: 'https://unknown.test/' }],
        ['open', { url: 'https://a.test/missing' }],
        ['open', { url: 'https://a.test/goal' }],
      ],
    });
    expect(result).toMatchObject({ status: 'passed', steps: 4, toolCalls: 3, requestMisses: 3 });
    expect(events.flatMap((event) => (event.type === 'request_miss' ? [event.url] : []))).toEqual([
      'tool:fetch_it',
      'https://a.test/missing',
      'https://unknown.test/',
    ]);
  });

  test('each_step stops as soon as the contract holds, end goes on', async () => {
    const calls = [
      ['open', { url: 'https://a.test/goal' }],
      ['open', { url: 'https://a.test/' }],
    ] as [string, object][] as never;
    const each = await play({ web, success: reached, task: { judge: 'each_step' }, calls });
    expect(each.result).toMatchObject({ status: 'passed', steps: 1, firstHeldAtStep: 1 });
    const end = await play({ web, success: reached, calls });
    expect(end.result).toMatchObject({ status: 'failed', steps: 2, firstHeldAtStep: 1 });
  });

  test('a page that is gone when it is looked at again is tampered', async () => {
    const { result } = await play({
      web,
      success: { kind: 'dom_count', selector: '#absent', op: 'eq', value: 1 },
      calls: [
        ['open', { url: 'https://a.test/goal' }],
        ['run', { script: 'document.body.id = "absent"' }],
      ],
      plan,
    });
    expect(result).toMatchObject({
      status: 'tampered',
      failedPostcondition: { name: 'postconditions[0] (dom_count match)' },
    });
  });

  test('what a page fetches after loading is there in both looks', async () => {
    const { result } = await play({
      web,
      success: answered,
      calls: [['open', { url: 'https://a.test/slow' }]],
    });
    expect(result.status).toBe('passed');
  });

  test('a cookie of one episode is unknown in the next', async () => {
    const success: Contract = { kind: 'dom_text', selector: '#answer', contains: 'cookies: none' };
    const calls: [string, Record<string, unknown>][] = [['open', { url: 'https://a.test/cookie' }]];
    const twice = await play({ web, success, calls: [...calls, ...calls] });
    expect(twice.result).toMatchObject({
      status: 'failed',
      failedPostcondition: { observed: expect.stringContaining('sid=7') },
    });
    expect((await play({ web, success, calls })).result.status).toBe('passed');
  });

  test('drift at the end counts only where the contract held', async () => {
    const drift = { reason: 'final_url_changed', step: 1, expected: 'x', actual: 'y' } as const;
    const adapter = {
      id: 'test',
      kind: 'replay' as const,
      model: null,
      open: async () => ({
        session: { next: async () => ({ kind: 'done' as const }), driftAtEnd: () => drift },
      }),
    };
    const held = await play({ web, success: reached, startUrl: 'https://a.test/goal', adapter });
    expect(held.result).toMatchObject({ status: 'replay_drift', drift });
    const failed = await play({ web, success: reached, adapter });
    expect(failed.result.status).toBe('failed');
    expect(failed.result.drift).toBeUndefined();
  });

  test('a network clause sees a request of the last call', async () => {
    const network = (since: 'contract_enter' | 'last_tool_call'): Contract => ({
      kind: 'network',
      url_pattern: '/goal$',
      status_in: [200],
      since,
    });
    const calls: [string, Record<string, unknown>][] = [
      ['open', { url: 'https://a.test/goal' }],
      ['wait', { ms: 20 }],
    ];
    const enter = await play({ web, success: network('contract_enter'), task: { verify: 'live' }, calls });
    expect(enter.result.status).toBe('passed');
    const last = await play({ web, success: network('last_tool_call'), task: { verify: 'live' }, calls });
    expect(last.result.status).toBe('failed');
  });
}
