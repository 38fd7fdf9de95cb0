import { expect } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { type Call, callsOf, play } from '../play.ts';

export const webOfStart = await webOf({ 'a.test/index.html': '<h1>Start</h1>' });
export const notThere: Contract = { kind: 'dom_text', selector: 'h1', contains: 'Goal' };

const page = { onTab: true, unanswered: true };

/** What an agent does that breaks its page or its browser, and what the row says of it. */
export const breakages: Readonly<Record<string, { call: Call; error: string }>> = {
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

export async function expectFailed(what: string): Promise<void> {
  const breakage = breakages[what];
  if (!breakage) throw new Error(`no breakage "${what}"`);
  const plan = { showLimitMs: 500 };
  const { result, left } = await play({ web: webOfStart, success: notThere, calls: [breakage.call], plan });
  expect(result).toMatchObject({
    status: 'failed',
    success: false,
    error: expect.stringContaining(breakage.error),
  });
  expect(left).toEqual([]);
}

export async function expectStatusOfDeath(kind: 'replay' | 'model', status: string): Promise<void> {
  const calls: Call[] = [['die', { words: 'out of memory' }]];
  const adapter = { ...callsOf(calls), kind };
  const { result } = await play({ web: webOfStart, success: notThere, adapter });
  expect(result).toMatchObject({ status, error: expect.stringContaining('out of memory') });
}
