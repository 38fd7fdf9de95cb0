import type { Facts, Need } from '../contract/facts.ts';
import { askedOf } from '../contract/needs.ts';
import type { CdpConnection } from './cdp.ts';
import { gatherers } from './gatherers/index.ts';
import { worldName } from './isolated-world.ts';
import type { Tab } from './tab.ts';

type DocumentState = {
  url: string;
  ready: boolean;
  /** Milliseconds since the last DOM mutation, counted from the first reading of this document. */
  stillForMs: number;
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

/** What one reading may take before the page counts as unreadable; a healthy one takes under a millisecond. */
const readLimitMs = 1500;

/**
 * Reads the URL and all that is asked for in one evaluation in an isolated world, where nothing that the page or an agent
 * patched can be seen; again where the document changed meanwhile. Throws `UnreadablePage`.
 */
export async function readPage(cdp: CdpConnection, tab: Tab, needs: readonly Need[]): Promise<PageReading> {
  const readers = pageGatherers.map(
    ({ kind, inPage }) => `() => (${inPage})(${JSON.stringify(askedOf(needs, kind))})`,
  );
  const expression = `(${readInPage})([${readers.join()}])`;
  const deadline = performance.now() + readLimitMs;
  for (;;) {
    const { loaderId } = tab;
    try {
      const reading = await within(deadline, evaluate<PageReading>(cdp, tab, expression));
      if (tab.loaderId === loaderId) return tab.errorPage ? { ...reading, url: tab.url } : reading;
    } catch (error) {
      // A document that is being replaced takes its world with it: read the next one.
      if (tab.loaderId === loaderId || error instanceof UnreadablePage) throw unreadable(error);
    }
    if (performance.now() > deadline) throw new UnreadablePage('the page kept navigating');
  }
}

async function evaluate<T>(cdp: CdpConnection, tab: Tab, expression: string): Promise<T> {
  // Creating the world again finds the same one while the document lives.
  const { executionContextId } = await cdp.send(
    'Page.createIsolatedWorld',
    { frameId: tab.mainFrameId, worldName },
    tab.sessionId,
  );
  const answer = await cdp.send(
    'Runtime.evaluate',
    { expression, contextId: executionContextId, returnByValue: true },
    tab.sessionId,
  );
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
  return answer.result.value; // the caller says what its expression gives
}

function unreadable(error: unknown): UnreadablePage {
  if (error instanceof UnreadablePage) return error;
  return new UnreadablePage(error instanceof Error ? error.message : String(error));
}

function within<T>(deadline: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new UnreadablePage(`the page gave no answer for ${readLimitMs} ms`)),
      Math.max(0, deadline - performance.now()),
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Runs in the page: its source is sent there, so it can use nothing from outside. */
function readInPage(readers: (() => object)[]): DocumentState {
  const world = globalThis as unknown as { lastMutationAt?: number }; // the isolated world's own global
  if (world.lastMutationAt === undefined) {
    world.lastMutationAt = performance.now();
    new MutationObserver(() => {
      world.lastMutationAt = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  const stillForMs = performance.now() - world.lastMutationAt;
  const fields = Object.assign({}, ...readers.map((read) => read()));
  // FNV-1a, 32 bits: only equality within one episode matters.
  let hash = 0x811c9dc5;
  const text = `${location.href} ${document.body?.textContent ?? ''}`;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return {
    url: location.href,
    ready: document.readyState === 'complete',
    stillForMs,
    fingerprint: `${hash >>> 0} ${document.getElementsByTagName('*').length}`,
    ...fields,
  };
}
