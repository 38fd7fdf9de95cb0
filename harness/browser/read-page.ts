import type { CountFact, Need, TextFact } from '../contract/facts.ts';
import type { CdpConnection } from './cdp.ts';
import type { Tab } from './tab.ts';

export type PageReading = {
  url: string;
  ready: boolean;
  texts: Record<string, TextFact>;
  counts: Record<string, CountFact>;
  /** Milliseconds since the last DOM mutation, counted from the first reading of this document. */
  stillForMs: number;
  /** Tells one state of the page from another: a hash of URL, text and number of elements. */
  fingerprint: string;
};

/** The page gave no answer: crashed, gone, or its main thread is held. */
export class UnreadablePage extends Error {
  override name = 'UnreadablePage';
}

/** What one reading may take before the page counts as unreadable; a healthy one takes under a millisecond. */
const readLimitMs = 1500;
/** The isolated world of the judge: what pages and agents patch is not seen in it, nor it by them. */
export const worldName = 'contract-bench';

/**
 * Reads URL, texts and counts in one evaluation in an isolated world, where nothing that the page or an agent
 * patched can be seen; again where the document changed meanwhile. Throws `UnreadablePage`.
 */
export async function readPage(cdp: CdpConnection, tab: Tab, needs: readonly Need[]): Promise<PageReading> {
  const texts = needs.flatMap((need) => ('text' in need ? [need.text] : []));
  const counts = needs.flatMap((need) => ('count' in need ? [need.count] : []));
  const expression = `(${readInPage})(${JSON.stringify({ texts, counts })})`;
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
function readInPage({ texts, counts }: { texts: string[]; counts: string[] }): PageReading {
  const world = globalThis as unknown as { lastMutationAt?: number }; // the isolated world's own global
  if (world.lastMutationAt === undefined) {
    world.lastMutationAt = performance.now();
    new MutationObserver(() => {
      world.lastMutationAt = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  const reading: PageReading = {
    url: location.href,
    ready: document.readyState === 'complete',
    texts: {},
    counts: {},
    stillForMs: performance.now() - world.lastMutationAt,
    fingerprint: '',
  };
  const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get;
  const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
  for (const selector of texts) {
    try {
      const element = document.querySelector(selector);
      // SVG and MathML elements have no innerText. Asked of the prototype: a form's own names hide its properties.
      const text =
        element && String((element instanceof HTMLElement ? innerText : textContent)?.call(element) ?? '');
      reading.texts[selector] =
        text === null ? { found: false } : { found: true, length: text.length, pieces: [text] };
    } catch {
      reading.texts[selector] = { error: 'invalid selector' };
    }
  }
  for (const selector of counts) {
    try {
      reading.counts[selector] = { count: document.querySelectorAll(selector).length };
    } catch {
      reading.counts[selector] = { error: 'invalid selector' };
    }
  }
  // FNV-1a, 32 bits: only equality within one episode matters.
  let hash = 0x811c9dc5;
  const text = `${location.href} ${document.body?.textContent ?? ''}`;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  reading.fingerprint = `${hash >>> 0} ${document.getElementsByTagName('*').length}`;
  return reading;
}
