import type { Facts, Need, ScreenshotFact } from '../contract/facts.ts';
import { type PageReading, readPage, UnreadablePage } from './read-page.ts';
import { screenshotHash } from './screenshot.ts';
import type { Viewport } from './session.ts';
import { type Gave, requestFacts, type Tab } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

export type LookOptions = {
  needs: readonly Need[];
  viewport: Viewport;
  /** Epoch milliseconds that the marks and the times of requests count from. */
  startedAtMs: number;
  gave: Gave;
  marks: Facts['marks'];
  /** class id -> exemplar -> hash, of every class there is. */
  screenshotClasses: Record<string, Record<string, string>>;
};

export type Look = {
  facts: Facts;
  /** See `PageReading`; null where the page could not be read. */
  fingerprint: string | null;
};

/** Takes the facts of this moment, without any waiting: what the needs ask for and nothing else. */
export async function look(watch: BrowserWatch, options: LookOptions): Promise<Look> {
  const { needs, marks } = options;
  const tab = watch.judgedTab();
  const { fingerprint, ...page } = await readTab(watch, tab, needs);
  const classIds = needs.flatMap((need) => ('screenshotClass' in need ? [need.screenshotClass] : []));
  const facts: Facts = {
    ...page,
    marks,
    dialog: tab?.dialog ?? null,
    ...(needs.some((need) => 'requests' in need)
      ? { requests: requestFacts(watch.requests, options.startedAtMs, options.gave) }
      : {}),
    ...(classIds.length > 0
      ? {
          screenshot: await takeScreenshot(watch, tab, options.viewport),
          screenshotClasses: Object.fromEntries(
            classIds.flatMap((id) => {
              const exemplars = options.screenshotClasses[id];
              return exemplars ? [[id, exemplars]] : [];
            }),
          ),
        }
      : {}),
  };
  return { facts, fingerprint };
}

type PageFacts = Pick<Facts, 'url' | 'unreadable' | 'texts' | 'counts'> & Pick<Look, 'fingerprint'>;

async function readTab(watch: BrowserWatch, tab: Tab | null, needs: readonly Need[]): Promise<PageFacts> {
  const nothing = {
    url: tab?.url ?? 'about:blank',
    unreadable: null,
    texts: {},
    counts: {},
    fingerprint: null,
  };
  // Every tab closed is an outcome, and none that a task asks for: an empty page.
  if (!tab) return { ...nothing, ...emptyPage(needs) };
  if (tab.crashed) return { ...nothing, unreadable: 'the page crashed' };
  // While a dialog is open every evaluation waits for it.
  const held = { error: 'a dialog is open' };
  if (tab.dialog) return { ...nothing, ...eachSelector(needs, held, held) };
  try {
    const { url, texts, counts, fingerprint }: PageReading = await readPage(watch.cdp, tab, needs);
    return { url, unreadable: null, texts, counts, fingerprint };
  } catch (error) {
    if (tab.dialog) return { ...nothing, ...eachSelector(needs, held, held) };
    if (error instanceof UnreadablePage)
      return { ...nothing, unreadable: tab.crashed ? 'the page crashed' : error.message };
    throw error;
  }
}

function emptyPage(needs: readonly Need[]): Pick<Facts, 'texts' | 'counts'> {
  return eachSelector(needs, { found: false }, { count: 0 });
}

function eachSelector(
  needs: readonly Need[],
  text: Facts['texts'][string],
  count: Facts['counts'][string],
): Pick<Facts, 'texts' | 'counts'> {
  return {
    texts: Object.fromEntries(needs.flatMap((need) => ('text' in need ? [[need.text, text]] : []))),
    counts: Object.fromEntries(needs.flatMap((need) => ('count' in need ? [[need.count, count]] : []))),
  };
}

async function takeScreenshot(
  watch: BrowserWatch,
  tab: Tab | null,
  viewport: Viewport,
): Promise<ScreenshotFact> {
  if (!tab) return { error: 'no tab is open' };
  if (tab.dialog) return { error: 'a dialog is open' };
  try {
    return { hash: await screenshotHash(watch.cdp, tab.sessionId, viewport) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
