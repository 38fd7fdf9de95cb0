import { setTimeout as delay } from 'node:timers/promises';
import type { HermeticWeb } from '../web/hermetic-web.ts';
import { type SeenRequest, withoutFragment } from './tab.ts';
import type { BrowserWatch } from './watch-browser.ts';

/** How long the browser's word for a request may come after the request itself. */
const limitMs = 1000;
const pollMs = 10;

type Access = Pick<SeenRequest, 'url' | 'method'>;
type BrowserRequest = Access & Pick<SeenRequest, 'wasSent' | 'isOfServiceWorker'>;

/**
 * What the web was asked for and the browser was not seen to ask it for, each as often as it is missing. A request that
 * something in the browser answered stands for none that came to the web.
 */
export async function unmatchedRequests(
  { accesses }: Pick<HermeticWeb, 'accesses'>,
  { requests }: Pick<BrowserWatch, 'requests'>,
): Promise<Access[]> {
  const asked = [...accesses];
  const deadline = performance.now() + limitMs;
  for (;;) {
    const unmatched = withoutMatch(asked, requests);
    if (unmatched.length === 0 || performance.now() > deadline) return unmatched;
    await delay(pollMs);
  }
}

export function withoutMatch<Asked extends Access>(
  accesses: readonly Asked[],
  requests: readonly BrowserRequest[],
): Asked[] {
  const left = new Map<string, number>();
  const keyOf = ({ url, method }: Access) => `${method} ${withoutFragment(url)}`;
  for (const request of requests)
    if (request.wasSent) left.set(keyOf(request), (left.get(keyOf(request)) ?? 0) + 1);
  const scripts = new Set(requests.filter(({ isOfServiceWorker }) => isOfServiceWorker).map(keyOf));
  return accesses.filter((access) => {
    if (isHidden(access) || scripts.has(keyOf(access))) return false;
    const count = left.get(keyOf(access)) ?? 0;
    left.set(keyOf(access), count - 1);
    return count <= 0;
  });
}

/** What Chromium asks for by itself and tells no session of; the web answers it without asking any host. */
function isHidden({ url, method }: Access): boolean {
  return method === 'GET' && URL.parse(url)?.pathname === '/favicon.ico';
}
