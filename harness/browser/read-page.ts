import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Facts, Need } from '../judge/facts.ts';
import { askedOf } from '../judge/needs.ts';
import { sha256 } from '../platform/digest.ts';
import type { CdpConnection } from './cdp.ts';
import { gatherers } from './gatherers/index.ts';
import type { Tab } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

type DocumentState = {
  url: string;
  /** Tells whether anything of the document has changed, attributes included. */
  markup: string;
  /** Tells one state of the page from another: a hash of URL, text and number of elements. */
  fingerprint: string;
};

/** With the fields of every fact that is read in the page. */
export type PageReading = DocumentState & Partial<Facts> & Pick<Facts, 'texts'>;

export const pageGatherers = gatherers.filter((gatherer) => 'inPage' in gatherer);

/** The page gave no answer: crashed, gone, or its main thread is held. */
export class UnreadablePage extends Error {
  override name = 'UnreadablePage';
}

const readLimits = {
  /**
   * A healthy reading takes under a millisecond. After this time without an answer the processor time of the pages tells
   * a busy page from a busy machine.
   */
  answerMs: 1500,
  /** Processor time in which a page does not answer because of its own work. */
  busyMs: 500,
  pollMs: 250,
  /** Past this the page waits for something that needs no processor: a breakpoint, a request that it made by force. */
  longestMs: 15_000,
};
/** Documents that one reading may lose to the next before the page counts as one that does not stop. */
const mostDocuments = 10;

/**
 * Reads the URL and all that is asked for in one evaluation in an isolated world that is made for it and never used
 * again; again where the document changed meanwhile. Neither page nor guest can have patched it: no page sees it, and the
 * commands of guests wait until it was read. Throws `UnreadablePage`.
 */
export async function readPage(
  { cdp, gate }: Pick<BrowserWatch, 'cdp' | 'gate'>,
  tab: Tab,
  needs: readonly Need[],
): Promise<PageReading> {
  const release = gate.hold();
  try {
    return await readHeld(cdp, tab, needs);
  } finally {
    release();
  }
}

async function readHeld(cdp: CdpConnection, tab: Tab, needs: readonly Need[]): Promise<PageReading> {
  const readers = pageGatherers.map(
    ({ kind, inPage }) => `() => (${inPage})(${JSON.stringify(askedOf(needs, kind))})`,
  );
  const expression = `(${readInPage})([${readers.join()}])`;
  const from = performance.now();
  const held = {
    pagesMs: () => pagesMs(cdp),
    isHeld: () => tab.crashed || tab.dialog !== null,
  };
  for (let documents = 1; ; documents++) {
    const { loaderId } = tab;
    try {
      const reading = await untilGivenUp(held, evaluate<PageReading>(cdp, tab, expression));
      if (tab.loaderId === loaderId) {
        tab.noteMarkup(reading.markup);
        return tab.errorPage ? { ...reading, url: tab.url } : reading;
      }
    } catch (error) {
      // A document that is being replaced takes its world with it: read the next one.
      if (tab.loaderId === loaderId || error instanceof UnreadablePage)
        throw cdp.closed ? new UnreadablePage('the browser is gone') : unreadable(error);
    }
    const waited = performance.now() - from;
    if (waited > readLimits.longestMs || (waited > readLimits.answerMs && documents >= mostDocuments))
      throw new UnreadablePage('the page kept navigating');
  }
}

async function evaluate<T>(cdp: CdpConnection, tab: Tab, expression: string): Promise<T> {
  // What a guest sent before it was held comes to the page before this, and can name no world that is yet to come.
  await cdp.send('Page.getFrameTree', undefined, tab.sessionId);
  const { executionContextId } = await cdp.send(
    'Page.createIsolatedWorld',
    { frameId: tab.mainFrameId, worldName: randomUUID() },
    tab.sessionId,
  );
  // Breakpoints of a guest have conditions, which run where they are met.
  const answer = await cdp.send(
    'Runtime.evaluate',
    { expression, contextId: executionContextId, returnByValue: true, disableBreaks: true },
    tab.sessionId,
  );
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
  return answer.result.value; // the caller says what its expression gives
}

function unreadable(error: unknown): UnreadablePage {
  if (error instanceof UnreadablePage) return error;
  return new UnreadablePage(error instanceof Error ? error.message : String(error));
}

/**
 * Rejects where the page itself keeps the answer back, and not the machine. `pagesMs`: the processor time of all pages;
 * `isHeld`: whether nothing of the page runs any more.
 */
export async function untilGivenUp<T>(
  { pagesMs, isHeld }: { pagesMs: () => Promise<number>; isHeld: () => boolean },
  reading: Promise<T>,
  { answerMs, busyMs, pollMs, longestMs } = readLimits,
): Promise<T> {
  const ended = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: ended.signal, ref: false });
  const noAnswer = (ms: number) => new UnreadablePage(`the page gave no answer for ${ms} ms`);
  const late = async (): Promise<never> => {
    await wait(longestMs);
    throw noAnswer(longestMs);
  };
  const busy = async (): Promise<never> => {
    await wait(answerMs);
    const before = await pagesMs();
    while (!isHeld() && (await pagesMs()) - before < busyMs) await wait(pollMs);
    throw noAnswer(answerMs);
  };
  const waits = [late(), busy()];
  for (const each of waits) each.catch(() => {});
  return Promise.race([reading, ...waits]).finally(() => ended.abort());
}

/** Milliseconds of the processor that the processes of all pages have had. */
async function pagesMs(cdp: CdpConnection): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0);
}

/** Runs in the page: its source is sent there, so it can use nothing from outside. */
function readInPage(readers: (() => object)[]): DocumentState {
  const fields = Object.assign({}, ...readers.map((read) => read()));
  // FNV-1a, 32 bits: only equality within one episode matters.
  const hashOf = (text: string) => {
    let hash = 0x811c9dc5;
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    return hash >>> 0;
  };
  const text = hashOf(`${location.href} ${document.body?.textContent ?? ''}`);
  return {
    url: location.href,
    markup: `${hashOf(document.documentElement?.outerHTML ?? '')}`,
    fingerprint: `${text} ${document.getElementsByTagName('*').length}`,
    ...fields,
  };
}

/** Digest of all text that the judged page shows, however it is spaced; null where it can't be read. */
export async function wholeTextSha256(watch: BrowserWatch): Promise<string | null> {
  const tab = watch.judgedTab();
  if (!tab || tab.crashed || tab.dialog) return null;
  const reading = await readPage(watch, tab, [{ text: 'body' }]).catch(() => null);
  const body = reading?.texts.body;
  if (!body || !('pieces' in body)) return null;
  return sha256(body.pieces.join('').replace(/\s+/g, ' ').trim());
}

/**
 * Digest of what all tabs hold: which one is judged, each document with its frames and shadow roots, the values of form
 * fields and the chosen options. No script runs for it, so no guest sees it. Null where some of it could not be read.
 */
export async function shownState(watch: BrowserWatch): Promise<string | null> {
  const { cdp } = watch;
  const held = {
    pagesMs: () => pagesMs(cdp),
    isHeld: () => watch.tabs().some(({ crashed, dialog }) => crashed || dialog !== null),
  };
  const shown = watch.sessions().map(async (sessionId) => {
    const taken = cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [] }, sessionId);
    const { documents, strings } = await untilGivenUp(held, taken);
    const nodes = documents.map(({ documentURL, nodes }) => {
      const { backendNodeId: _, isClickable: __, ...shown } = nodes;
      return [documentURL, shown];
    });
    return sha256(JSON.stringify([nodes, strings]));
  });
  const digests = await Promise.allSettled(shown);
  const isReadable = digests.every(
    // A worker has no document.
    (each) => each.status === 'fulfilled' || String(each.reason).includes("wasn't found"),
  );
  if (!isReadable) return null;
  return JSON.stringify([watch.judgedTab()?.targetId, digests.map((each) => 'value' in each && each.value)]);
}
