import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserWatch } from './watch-browser.ts';

/** A browser that ends closes its tabs before its connections: without a tab it is given this long to go. */
const goingLimitMs = 500;

/** How long what has started a browser may take to end after it: until then it holds the browser's pipes. */
const heldLimitMs = 2000;

/** Whether the browser ended or crashed. Asked while a tab is open it costs a word and its answer. */
export async function isBrowserGone({ cdp, judgedTab }: BrowserWatch): Promise<boolean> {
  const deadline = performance.now() + goingLimitMs;
  while (!cdp.closed && judgedTab() === null && performance.now() < deadline) await delay(10);
  if (cdp.closed) return true;
  const answers = cdp.send('Browser.getVersion').then(
    () => false,
    () => true,
  );
  return Promise.race([answers, delay(heldLimitMs, false, { ref: false })]);
}

/**
 * Rejects when the browser is gone and a server that was called has had a second to say so itself: one that waits for
 * a browser that is no more would use up the time of the agent.
 */
export async function browserLost({ cdp }: BrowserWatch): Promise<never> {
  await cdp.ended;
  await delay(1000, undefined, { ref: false });
  throw new Error('the browser is gone');
}
