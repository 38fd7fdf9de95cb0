import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserWatch } from './watch-browser.ts';

/** A busy machine takes a second and more to start a tab's process. */
const limitMs = 3000;
const pollMs = 5;

/**
 * Waits, 3 s at the most and once for each, until a tab that another one opened shows its document: whether the
 * call that opened it is answered before or after that is chance.
 */
export async function popupsShown({ tabs, cdp }: BrowserWatch): Promise<void> {
  const deadline = performance.now() + limitMs;
  const awaited = () => tabs().filter((tab) => tab.awaited && !tab.crashed);
  while (awaited().length > 0 && performance.now() < deadline && !cdp.closed) await delay(pollMs);
  for (const tab of awaited()) tab.awaited = false;
}
