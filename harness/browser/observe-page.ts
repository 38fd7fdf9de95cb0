import { type Facts, factsOf, type Need, nothingCollected } from '../judge/facts.ts';
import { askedOf } from '../judge/needs.ts';
import type { GatherOptions } from './gatherers/gatherer.ts';
import { gatherers } from './gatherers/index.ts';
import { pageGatherers, readPage, UnreadablePage } from './read-page.ts';
import type { Tab } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

export type ObserveOptions = GatherOptions & { needs: readonly Need[]; marks: Facts['marks'] };

export type PageObservation = {
  facts: Facts;
  /** See `PageReading`; null if the page could not be read. */
  fingerprint: string | null;
};

const browserGatherers = gatherers.filter((gatherer) => 'gather' in gatherer);

/** Reads the facts of `needs` at this moment, without waiting. */
export async function observePage(watch: BrowserWatch, options: ObserveOptions): Promise<PageObservation> {
  const { needs, marks } = options;
  const tab = watch.judgedTab();
  const { fingerprint, url, unreadable, fields } = await readTab(watch, tab, needs);
  const page = { ...nothingCollected, url, unreadable, marks, dialog: tab?.dialog ?? null };
  const collected: Partial<Facts>[] = [fields];
  for (const { kind, gather } of browserGatherers) {
    collected.push(await gather(askedOf(needs, kind), { watch, tab, options }));
  }
  return { facts: factsOf(page, collected), fingerprint };
}

type PageFacts = Pick<Facts, 'url' | 'unreadable'> &
  Pick<PageObservation, 'fingerprint'> & { fields: Partial<Facts> };

async function readTab(watch: BrowserWatch, tab: Tab | null, needs: readonly Need[]): Promise<PageFacts> {
  const nothing = { url: tab?.url ?? 'about:blank', unreadable: null, fields: {}, fingerprint: null };
  // Closing every tab is an outcome that no task wants; it counts as an empty page.
  if (!tab) return { ...nothing, fields: emptyPage(needs) };
  if (tab.crashed) return { ...nothing, unreadable: 'the page crashed' };
  // An open dialog blocks every evaluation.
  if (tab.dialog) return { ...nothing, fields: heldByDialog(needs) };
  try {
    const { url, fingerprint, markup: _, ...fields } = await readPage(watch, tab, needs);
    return { url, unreadable: null, fields, fingerprint };
  } catch (error) {
    if (tab.dialog) return { ...nothing, fields: heldByDialog(needs) };
    if (error instanceof UnreadablePage)
      return { ...nothing, unreadable: tab.crashed ? 'the page crashed' : error.message };
    throw error;
  }
}

function emptyPage(needs: readonly Need[]): Partial<Facts> {
  return Object.assign({}, ...pageGatherers.map(({ kind, emptyPage }) => emptyPage(askedOf(needs, kind))));
}

function heldByDialog(needs: readonly Need[]): Partial<Facts> {
  const error = 'a dialog is open';
  return Object.assign({}, ...pageGatherers.map(({ kind, held }) => held(askedOf(needs, kind), error)));
}
