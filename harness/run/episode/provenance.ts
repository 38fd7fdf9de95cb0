import { type Tab, withoutFragment } from '../../browser/tab.ts';

/**
 * Where the document on the screen came from. `received`: from the address that it has now. `rewritten`: from its origin
 * over the network; the address was set by a script since, or the answer was not the web's. `elsewhere`: anything else.
 */
export type Provenance = 'received' | 'rewritten' | 'elsewhere';

type Shown = Pick<Tab, 'documentUrl' | 'errorPage' | 'received' | 'answeredByGuest'>;

/** `accesses` is the log of the web in front of the browser; null of the real one, where the browser's word must do. */
export function provenanceOf(
  { documentUrl, errorPage, received, answeredByGuest }: Shown,
  finalUrl: string,
  accesses: readonly { url: string }[] | null,
): Provenance {
  const url = withoutFragment(finalUrl);
  const origin = webOriginOf(url);
  if (errorPage || origin === null || webOriginOf(documentUrl) !== origin) return 'elsewhere';
  const isOwnUrl = withoutFragment(documentUrl) === url;
  // The web's own log has what the browser's events can miss, the document of a popup say, and no guest writes it.
  const wasAnswered = accesses ? accesses.some((access) => access.url === url) : received.has(url);
  return isOwnUrl && wasAnswered && !answeredByGuest ? 'received' : 'rewritten';
}

/** Null where a page cannot have come over the network: `data:`, `file:`, `about:` and the like. */
function webOriginOf(url: string): string | null {
  return /^https?:/.test(url) ? new URL(url).origin : null;
}
