import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { UnreadablePage } from './read-page.ts';
import type { Tab } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

/** What a person sees of a page: its text, and the value of each field by its label. */
export type Shown = { text: string; fields: Record<string, string> };

const mostText = 2000;
const limitMs = 15_000;

/**
 * Reads text and fields of a tab in an isolated world, which neither the page nor a guest can patch. A check box has the
 * value `on` or `off`, a list its chosen option, a file field the names of its files. Throws `UnreadablePage`.
 */
export async function readShown(
  { cdp, gate }: Pick<BrowserWatch, 'cdp' | 'gate'>,
  { sessionId, mainFrameId: frameId }: Tab,
): Promise<Shown> {
  const release = gate.hold();
  const ended = new AbortController();
  const late = delay(limitMs, undefined, { signal: ended.signal }).then(() => {
    throw new UnreadablePage(`the page gave no answer for ${limitMs} ms`);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    ended.abort();
    late.catch(() => {});
    release();
  }

  async function read(): Promise<Shown> {
    const { executionContextId: contextId } = await cdp.send(
      'Page.createIsolatedWorld',
      { frameId, worldName: randomUUID() },
      sessionId,
    );
    const { result, exceptionDetails } = await cdp.send(
      'Runtime.evaluate',
      { expression: `(${readInPage})(${mostText})`, contextId, returnByValue: true },
      sessionId,
    );
    if (exceptionDetails) throw new UnreadablePage(exceptionDetails.text);
    return result.value;
  }
}

/** Runs in the page. Its source is sent there, so it cannot use names from outside. */
function readInPage(longest: number): Shown {
  const sought = 'input, select, textarea, [role=textbox]';
  const labelOf = (field: Element) => {
    const label = field.closest('label')?.cloneNode(true) as Element | undefined;
    for (const each of label?.querySelectorAll(sought) ?? []) each.remove();
    return (label?.textContent ?? field.getAttribute('aria-label') ?? field.id).trim();
  };
  const contentOf = (field: Element) => {
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
    if (field instanceof HTMLTextAreaElement) return field.value;
    if (!(field instanceof HTMLInputElement)) return field.textContent ?? '';
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked ? 'on' : 'off';
    if (field.type === 'file') return [...(field.files ?? [])].map(({ name }) => name).join(', ');
    return field.value;
  };
  const fields = [...document.querySelectorAll(sought)].map((field) => [labelOf(field), contentOf(field)]);
  return { text: (document.body?.innerText ?? '').slice(0, longest), fields: Object.fromEntries(fields) };
}
