import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '../judge/facts.ts';
import type { Verdict } from '../judge/verdict.ts';
import { readPage } from './read-page.ts';
import type { Tab } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

const stillMs = 100;
const pollMs = 10;
/** Between readings that look for a change: each one leaves a world behind in the page. */
const readEachMs = 25;

type Waiting = {
  /** Whether a clause of the contract could come undone by what the page still does. */
  negative: boolean;
  /** How long a look waits for a page to load, and again for it to be still. */
  waitLimitMs?: number;
};

export type Observation = { facts: Facts; verdict: Verdict };

/**
 * The observation that decides. It is taken once the page is loaded (`readyState` complete, no request in flight), after
 * 2 s at the latest. Where it does not pass, or a negative clause could still come undone, the page is looked at
 * again when it has been still (no request, no DOM mutation) for 100 ms, 2 s later at the latest.
 */
export async function finalObservation<Seen extends Observation>(
  watch: BrowserWatch,
  observeNow: () => Promise<Seen>,
  { negative, waitLimitMs = 2000 }: Waiting,
): Promise<Seen> {
  await waitUntil(watch, waitLimitMs, (tab) => tab.loaded && quietForMs(tab) > 0);
  const first = await observeNow();
  if (first.verdict.outcome === 'passed' && !negative) return first;
  await pageAtRest(watch, waitLimitMs);
  return observeNow();
}

/** Waits until the page is loaded and has been still (no request, no change of the document) for 100 ms. */
export function pageAtRest(watch: BrowserWatch, waitLimitMs = 2000): Promise<void> {
  return waitUntil(watch, waitLimitMs, async (tab) => {
    if (!tab.loaded || quietForMs(tab) < stillMs) return false;
    await readPage(watch, tab, []);
    if (tab.stillForMs >= stillMs) return true;
    await delay(readEachMs);
    return false;
  });
}

function quietForMs({ inFlight, lastRequestAt }: Tab): number {
  return inFlight.size > 0 ? 0 : Math.max(performance.now() - lastRequestAt, 1);
}

async function waitUntil(
  watch: BrowserWatch,
  limitMs: number,
  settled: (tab: Tab) => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const tab = watch.judgedTab();
    // Nothing will settle in a tab that is gone, crashed or held by a dialog.
    if (!tab || tab.crashed || tab.dialog) return;
    const late = delay(Math.max(0, deadline - performance.now()), true, { ref: false });
    try {
      if (await Promise.race([settled(tab), late])) return;
    } catch {
      return; // Unreadable now: the look itself says why.
    }
    await delay(pollMs);
  }
}
