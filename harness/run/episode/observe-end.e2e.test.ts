import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';
import { answered, reached } from '../../testing/web-with-goal.ts';

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><a href="/goal">on</a>',
  'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
  'a.test/goal/other.html': '<h1>Other</h1>',
  'a.test/_host.mjs': `export const createHost = () => {
    let visits = 0;
    return (request) => {
      const { pathname, searchParams } = new URL(request.url);
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

test('a contract that holds at once is noted at step 0', async () => {
  const success: Contract = { kind: 'url', pattern: 'a\\.test' };
  const { result } = await play({ web, success, task: { judge: 'each_step' }, calls: [['fail']] });
  expect(result).toMatchObject({ status: 'passed', steps: 0, firstHeldAtStep: 0 });
});

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
