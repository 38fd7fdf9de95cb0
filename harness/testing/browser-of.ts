import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, onTestFinished } from 'vitest';
import { type Chromium, findChromium } from '../browser/chromium/find-chromium.ts';
import { type ObserveOptions, observePage } from '../browser/observe-page.ts';
import { type BrowserSession, openBrowser } from '../browser/session.ts';
import type { Tab } from '../browser/tab.ts';
import type { Need } from '../judge/facts.ts';
import type { Hidden } from '../platform/confine/places.ts';
import type { FixtureSites } from '../web/fixture-sites.ts';
import { type OpenWeb, openWeb } from '../web/hermetic-web.ts';

export const viewport = { width: 1280, height: 800 };

/** A browser on stand-in pages and what a test does with it, as a person or a server would: not through the judge. */
export type TestBrowser = BrowserSession & {
  web: OpenWeb;
  /** Navigates the judged tab, and waits until the document is loaded. */
  open(url: string): Promise<void>;
  /** Evaluates in the judged tab's own world, as a script of the page; awaits promises. */
  run<T = unknown>(script: string): Promise<T>;
  /** The same without waiting for an answer. */
  start(script: string): void;
  judged(): Tab;
  look(...needs: Need[]): ReturnType<typeof observePage>;
};

/** `hidden`: what a guest of it must not reach through it; where it is not given the browser is not confined. */
export async function browserOf(
  fixtureSites: FixtureSites,
  chromium?: Chromium,
  hidden: Hidden | null = null,
): Promise<TestBrowser> {
  const web = await openWeb({ kind: 'hermetic', fixtureSites });
  const session = await openBrowser(chromium ?? (await findChromium()), web, {
    mark: `test-${randomUUID()}`,
    viewport,
    hidden,
  });
  const end = async () => {
    await session.end();
    await web.close();
  };
  try {
    onTestFinished(end);
  } catch {
    afterAll(end);
  }
  const { watch } = session;
  const judged = () => {
    const tab = watch.judgedTab();
    if (!tab) throw new Error('no tab is open');
    return tab;
  };
  const evaluate = (script: string) =>
    watch.cdp.send(
      'Runtime.evaluate',
      { expression: script, awaitPromise: true, returnByValue: true, userGesture: true },
      judged().sessionId,
    );
  const run = async <T>(script: string): Promise<T> => {
    const { result, exceptionDetails } = await evaluate(script);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the script threw');
    return result.value as T; // the test names the type of what its script gives
  };
  return {
    ...session,
    web,
    judged,
    run,
    start: (script) => void evaluate(script).catch(() => {}),
    open: async (url) => {
      await watch.cdp.send('Page.navigate', { url }, judged().sessionId);
      await run(
        'document.readyState === "complete" || new Promise((resolve) => addEventListener("load", () => resolve()))',
      );
    },
    look: (...needs) => observePage(watch, observeOptions(...needs)),
  };
}

export function observeOptions(...needs: Need[]): ObserveOptions {
  return {
    needs,
    viewport,
    startedAtMs: 0,
    gave: null,
    marks: { contract_enter: 0, last_tool_call: null },
    screenshotClasses: {},
  };
}

/** Waits until the condition holds; fails after a minute: a machine may be busy. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not come to hold: ${holds}`);
    await delay(10);
  }
}
