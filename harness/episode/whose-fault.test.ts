import { expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { guestServer } from '../test-guests/guest-server.ts';
import { webOf } from '../testing/folder-of.ts';
import { type Call, callsOf, play } from '../testing/play.ts';

const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>' });
const success: Contract = { kind: 'dom_text', selector: 'h1', contains: 'Goal' };

const page = { onTab: true, unanswered: true };

test.each<[what: string, call: Call, error: string]>([
  ['opens chrome://crash', ['open', { url: 'chrome://crash' }], 'the page crashed'],
  ['crashes the page', ['cdp', { method: 'Page.crash', ...page }], 'the page crashed'],
  ['holds the page in a loop', ['start', { script: 'for (;;);' }], 'the page gave no answer for 1500 ms'],
  ['leaves a dialog open', ['start', { script: 'alert("no")' }], 'a dialog is open'],
  ['closes the browser', ['cdp', { method: 'Browser.close' }], 'the browser is gone'],
  ['crashes the browser', ['cdp', { method: 'Browser.crash', unanswered: true }], 'the browser is gone'],
])('an agent that %s failed', async (_, call, error) => {
  const { result, left } = await play({ web, success, calls: [call], plan: { showLimitMs: 500 } });
  expect(result).toMatchObject({ status: 'failed', success: false, error: expect.stringContaining(error) });
  expect(left).toEqual([]);
});

test('a browser that is gone before the first call is our failure', async () => {
  const server = { ...guestServer(), open: { tool: 'cdp', args: { method: 'Browser.close' } } };
  const { result } = await play({ web, success, server, calls: [['fail']] });
  expect([result.status, result.toolCalls, result.error]).toEqual(['tool_error', 0, 'the browser is gone']);
});

test.each([
  ['replay', 'tool_error'],
  ['model', 'failed'],
] as const)('a server that dies in the hands of a %s is a %s', async (kind, status) => {
  const calls: Call[] = [['die', { words: 'out of memory' }]];
  const { result } = await play({ web, success, adapter: { ...callsOf(calls), kind } });
  expect(result).toMatchObject({ status, error: expect.stringContaining('out of memory') });
});
