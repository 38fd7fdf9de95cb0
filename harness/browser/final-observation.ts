import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '../contract/facts.ts';
import type { Verdict } from '../contract/verdict.ts';
import { readPage } from './read-page.ts';
import type { BrowserWatch } from './watch-browser.ts';

const stillMs = 100;
const pollMs = 10;

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
  await waitUntil(watch, waitLimitMs, ({ ready, quietForMs }) => ready && quietForMs > 0);
  const first = await observeNow();
  if (first.verdict.outcome === 'passed' && !negative) return first;
  await pageAtRest(watch, waitLimitMs);
  return observeNow();
}

/** Waits until the page is loaded and has been still (no request, no DOM mutation) for 100 ms. */
export function pageAtRest(watch: BrowserWatch, waitLimitMs = 2000): Promise<void> {
  return waitUntil(
    watch,
    waitLimitMs,
    ({ ready, quietForMs, stillForMs }) => ready && quietForMs >= stillMs && stillForMs >= stillMs,
  );
}

type PageState = { ready: boolean; quietForMs: number; stillForMs: number };

async function waitUntil(
  watch: BrowserWatch,
  limitMs: number,
  settled: (state: PageState) => boolean,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const tab = watch.judgedTab();
    // Nothing will settle in a tab that is gone, crashed or held by a dialog.
    if (!tab || tab.crashed || tab.dialog) return;
    try {
      const { ready, stillForMs } = await Promise.race([
        readPage(watch.cdp, tab, []),
        delay(Math.max(0, deadline - performance.now()), undefined, { ref: false }).then(() =>
          Promise.reject(new Error('late')),
        ),
      ]);
      const quietForMs = tab.inFlight.size > 0 ? 0 : Math.max(performance.now() - tab.lastRequestAt, 1);
      if (settled({ ready, quietForMs, stillForMs })) return;
    } catch {
      return; // Unreadable now: the look itself says why.
    }
    await delay(pollMs);
  }
}
