import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { type Call, callsOf, play } from '../../testing/play.ts';
import { sized } from '../../testing/sized.ts';

const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>' });
const success: Contract = { kind: 'dom_text', selector: 'h1', contains: 'Goal' };

const page = { onTab: true, unanswered: true };

/** What an agent does that breaks its page or its browser, and what the row says of it. */
const breakages: Readonly<Record<string, { call: Call; error: string }>> = {
  'opens chrome://crash': { call: ['open', { url: 'chrome://crash' }], error: 'the page crashed' },
  'crashes the page': { call: ['cdp', { method: 'Page.crash', ...page }], error: 'the page crashed' },
  'holds the page in a loop': {
    call: ['start', { script: 'for (;;);' }],
    error: 'the page gave no answer for 1500 ms',
  },
  'leaves a dialog open': { call: ['start', { script: 'alert("no")' }], error: 'a dialog is open' },
  'closes the browser': { call: ['cdp', { method: 'Browser.close' }], error: 'the browser is gone' },
  'crashes the browser': {
    call: ['cdp', { method: 'Browser.crash', unanswered: true }],
    error: 'the browser is gone',
  },
};

async function expectFailed(what: string): Promise<void> {
  const breakage = breakages[what];
  if (!breakage) throw new Error(`no breakage "${what}"`);
  const plan = { showLimitMs: 500 };
  const { result, left } = await play({ web, success, calls: [breakage.call], plan });
  expect(result).toMatchObject({
    status: 'failed',
    success: false,
    error: expect.stringContaining(breakage.error),
  });
  expect(left).toEqual([]);
}

async function expectStatusOfDeath(kind: 'replay' | 'model', status: string): Promise<void> {
  const calls: Call[] = [['die', { words: 'out of memory' }]];
  const adapter = { ...callsOf(calls), kind };
  const { result } = await play({ web, success, adapter });
  expect(result).toMatchObject({ status, error: expect.stringContaining('out of memory') });
}

test.each(sized(['closes the browser'], Object.keys(breakages)))('an agent that %s failed', expectFailed);

test('a browser that is gone before the first call is our failure', async () => {
  const server = { ...guestServer(), open: { tool: 'cdp', args: { method: 'Browser.close' } } };
  const { result } = await play({ web, success, server, calls: [['fail']] });
  expect([result.status, result.toolCalls, result.error]).toEqual(['tool_error', 0, 'the browser is gone']);
});

const deaths = [
  ['model', 'failed'],
  ['replay', 'tool_error'],
] as const;

test.each(sized(deaths.slice(0, 1), deaths))(
  'a server that dies in the hands of a %s is a %s',
  expectStatusOfDeath,
);
