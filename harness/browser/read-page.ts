import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Facts, Need } from '../judge/facts.ts';
import { askedOf } from '../judge/needs.ts';
import { sha256 } from '../platform/digest.ts';
import type { CdpConnection } from './cdp.ts';
import { gatherers } from './gatherers/index.ts';
import { ShownState } from './shown-state.ts';
import type { Tab } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

type DocumentState = {
  url: string;
  /** Changes with any change of the document, also of attributes. */
  markup: string;
  /** Identifies a state of the page: a hash of URL, text and number of elements. */
  fingerprint: string;
};

/** With the fields of all facts that are read in the page. */
export type PageReading = DocumentState & Partial<Facts> & Pick<Facts, 'texts'>;

export const pageGatherers = gatherers.filter((gatherer) => 'inPage' in gatherer);

/** The page did not answer: it crashed, was closed, or its main thread is blocked. */
export class UnreadablePage extends Error {
  override name = 'UnreadablePage';
}

const readLimits = {
  /**
   * A healthy reading takes under a millisecond. After this time without an answer, the CPU time of the pages
   * distinguishes a busy page from a busy machine.
   */
  answerMs: 1500,
  /** The CPU time after which a silent page counts as busy itself. A tab that starts meanwhile uses CPU time too. */
  busyMs: 1500,
  pollMs: 250,
  /** After this time the page waits for something without CPU use: a breakpoint, or a synchronous request. */
  longestMs: 15_000,
};
/**
 * The number of documents that may replace each other during one reading; beyond it the page counts as navigating
 * forever.
 */
const mostDocuments = 10;

/**
 * Reads the URL and all needed facts in one evaluation, in a new isolated world for this reading. Repeats it if the
 * document changed meanwhile. Neither page nor guest can patch this world: pages cannot see it, and commands of guests
 * wait until the reading ends. Throws `UnreadablePage`.
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
  const search = searchFor(needs);
  const from = performance.now();
  const held = {
    pagesMs: () => pagesMs(cdp),
    isHeld: () => tab.crashed || tab.dialog !== null,
  };
  for (let documents = 1; ; documents++) {
    const { loaderId } = tab;
    try {
      const reading = await untilGivenUp(held, readOnce(cdp, tab, search));
      if (tab.loaderId === loaderId) {
        tab.noteMarkup(reading.markup);
        return tab.errorPage ? { ...reading, url: tab.url } : reading;
      }
    } catch (error) {
      // A replaced document loses its world, so read the next document.
      const isReplaced = tab.loaderId !== loaderId && !(error instanceof UnreadablePage);
      if (!isReplaced && !hasLostNodes(error))
        throw cdp.closed ? new UnreadablePage('the browser is gone') : unreadable(error);
    }
    const waited = performance.now() - from;
    if (waited > readLimits.longestMs || (waited > readLimits.answerMs && documents >= mostDocuments))
      throw new UnreadablePage('the page kept navigating');
  }
}

/** The DevTools forget all node ids when a document is parsed to its end, so one reading can have two sets of ids. */
function hasLostNodes(error: unknown): boolean {
  return String(error).includes('Could not find node with given id');
}

/** The selectors to search, and the scripts that read the found elements. */
type Search = { sought: { word: string; selector: string; all: boolean }[]; readers: string };

function searchFor(needs: readonly Need[]): Search {
  const sought: Search['sought'] = [];
  const readers = pageGatherers.map(({ kind, finds, inPage }) => {
    const asked = askedOf(needs, kind);
    const of = (words: readonly string[], document: 'document' | 'known') =>
      `() => ((document) => (${inPage})(${JSON.stringify(words)}))(${document})`;
    if (!finds) return of(asked, 'document');
    const words = asked.map((selector) => {
      const word = `selector ${sought.length}`;
      sought.push({ word, selector, all: finds === 'all' });
      return word;
    });
    return of(words, 'known');
  });
  return { sought, readers: readers.join() };
}

/** The first match of a selector and the number of matches; null for an invalid selector. */
type Found = { nodeId: number; count: number } | null;

/** The page can change between two searches. After this many attempts the last reading counts. */
const mostSearches = 3;

async function readOnce(cdp: CdpConnection, tab: Tab, { sought, readers }: Search): Promise<PageReading> {
  const { sessionId, mainFrameId: frameId } = tab;
  // Commands that a guest sent before the hold reach the page before this one, so they cannot use the new world.
  await cdp.send('Page.getFrameTree', undefined, sessionId);
  const [{ executionContextId: contextId }, document] = await Promise.all([
    cdp.send('Page.createIsolatedWorld', { frameId, worldName: randomUUID() }, sessionId),
    sought.length > 0 ? cdp.send('DOM.getDocument', { depth: 0 }, sessionId) : null,
  ]);
  const search = () =>
    Promise.all(sought.map((each) => find(cdp, tab, { ...each, root: document?.root.nodeId ?? 0 })));
  const evaluate = async (expression: string) => {
    const answer = await cdp.send(
      'Runtime.evaluate',
      // The conditions of a guest's breakpoints would run as scripts during the reading.
      { expression, contextId, returnByValue: true, disableBreaks: true, includeCommandLineAPI: true },
      sessionId,
    );
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
  };
  try {
    let found = await search();
    for (let searches = 1; ; searches++) {
      const nodeIds = found.flatMap((each) => (each?.nodeId ? [each.nodeId] : []));
      const byWord = found.map((each, at) => [
        sought[at]?.word,
        each && { node: nodeIds.indexOf(each.nodeId), count: each.count },
      ]);
      const standIn = `(${documentOf})(document, globalThis.nodes ?? [], ${JSON.stringify(Object.fromEntries(byWord))})`;
      const expression = `((known) => (${readInPage})([${readers}]))(${standIn})`;
      // Sent together, so that the page has little time in between.
      const [, reading, after] = await Promise.all([
        handOver(cdp, tab, { nodeIds, evaluate }),
        evaluate(expression),
        search(),
      ]);
      if (isDeepStrictEqual(found, after) || searches === mostSearches) return named(reading, sought);
      found = after;
    }
  } finally {
    if (document) cdp.send('DOM.disable', undefined, sessionId).catch(() => {});
  }
}

async function find(
  cdp: CdpConnection,
  { sessionId }: Tab,
  { root, selector, all }: { root: number; selector: string; all: boolean },
): Promise<Found> {
  const asked = { nodeId: root, selector };
  try {
    if (!all) {
      const { nodeId } = await cdp.send('DOM.querySelector', asked, sessionId);
      return { nodeId, count: nodeId === 0 ? 0 : 1 };
    }
    const { nodeIds } = await cdp.send('DOM.querySelectorAll', asked, sessionId);
    return { nodeId: nodeIds[0] ?? 0, count: nodeIds.length };
  } catch (error) {
    if (String(error).includes('DOM Error while querying')) return null;
    throw error;
  }
}

/** The console's names for the last inspected nodes, the newest first. */
const atOnce = ['$0', '$1', '$2', '$3', '$4'];

/** Puts elements into the world of a reading, as `nodes`: DevTools lets a console name inspected nodes. */
async function handOver(
  cdp: CdpConnection,
  { sessionId }: Tab,
  { nodeIds, evaluate }: { nodeIds: number[]; evaluate(expression: string): Promise<unknown> },
): Promise<void> {
  if (nodeIds.length === 0) return;
  const sent: Promise<unknown>[] = [evaluate('void (globalThis.nodes = [])')];
  for (let at = 0; at < nodeIds.length; at += atOnce.length) {
    const some = nodeIds.slice(at, at + atOnce.length);
    for (const nodeId of some) sent.push(cdp.send('DOM.setInspectedNode', { nodeId }, sessionId));
    sent.push(evaluate(`void nodes.push(${atOnce.slice(0, some.length).reverse().join()})`));
  }
  await Promise.all(sent);
}

/** Runs in the page. Returns a document whose `querySelector` maps certain words to elements. */
function documentOf(
  document: Document,
  nodes: Element[],
  found: Record<string, { node: number; count: number } | null>,
): object {
  const of = (word: string) => {
    const each = found[word];
    if (!each) throw new SyntaxError('no such selector');
    return each;
  };
  const own = {
    querySelector: (word: string) => nodes[of(word).node] ?? null,
    querySelectorAll: (word: string) => ({ length: of(word).count }),
  };
  return new Proxy(document, {
    get: (_, name) => {
      if (name in own) return own[name as keyof typeof own]; // checked in the line before
      const value = Reflect.get(document, name);
      return typeof value === 'function' ? value.bind(document) : value;
    },
  });
}

/** The fields of a reading, with the selectors in place of their words. */
function named(reading: Record<string, unknown>, sought: Search['sought']): PageReading {
  const selectors = new Map(sought.map(({ word, selector }) => [word, selector]));
  const fields = Object.entries(reading).map(([field, value]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [field, value];
    return [
      field,
      Object.fromEntries(Object.entries(value).map(([key, fact]) => [selectors.get(key) ?? key, fact])),
    ];
  });
  return Object.fromEntries(fields); // as typed by the readers
}

function unreadable(error: unknown): UnreadablePage {
  if (error instanceof UnreadablePage) return error;
  return new UnreadablePage(error instanceof Error ? error.message : String(error));
}

/**
 * Rejects if the page itself, not the machine, delays the answer. `pagesMs`: the CPU time of all pages; `isHeld`:
 * whether the page is paused.
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

/** The CPU time of the processes of all pages, in milliseconds. */
async function pagesMs(cdp: CdpConnection): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0);
}

/** Runs in the page. Its source is sent there, so it cannot use names from outside. */
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

/** Digest of all text of the judged page, with spacing ignored; null if the page cannot be read. */
export async function wholeTextSha256(watch: BrowserWatch): Promise<string | null> {
  const tab = watch.judgedTab();
  if (!tab || tab.crashed || tab.dialog) return null;
  const reading = await readPage(watch, tab, [{ text: 'body' }]).catch(() => null);
  const body = reading?.texts.body;
  if (!body || !('pieces' in body)) return null;
  return sha256(body.pieces.join('').replace(/\s+/g, ' ').trim());
}

/**
 * The state of all tabs: the judged tab, each document with its frames and shadow roots, form values and chosen options.
 * It runs no script, so no guest notices it. Null if a part could not be read.
 */
export async function shownState(watch: BrowserWatch): Promise<ShownState | null> {
  const { cdp } = watch;
  const held = {
    pagesMs: () => pagesMs(cdp),
    isHeld: () => watch.tabs().some(({ crashed, dialog }) => crashed || dialog !== null),
  };
  const shown = watch
    .sessions()
    .map((sessionId) =>
      untilGivenUp(held, cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [] }, sessionId)),
    );
  const read = await Promise.allSettled(shown);
  const isReadable = read.every(
    // A worker has no document.
    (each) => each.status === 'fulfilled' || String(each.reason).includes("wasn't found"),
  );
  if (!isReadable) return null;
  const snapshots = read.map((each) => ('value' in each ? each.value : null));
  return new ShownState(watch.judgedTab()?.targetId, snapshots);
}
