import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserWatch } from './watch-browser.ts';

/** The parts of the profile that a page keeps: cookies alone, or its own storage as well. */
export type KeptOfProfile = 'cookies' | 'cookies and storage';

/** The storage that can answer requests in place of the web. */
const answersItself = 'service_workers,cache_storage';
const stored = 'local_storage,indexeddb,file_systems,websql,shared_storage,storage_buckets';

const shownLimitMs = 2000;
const pollMs = 5;

/** The profile of the judged tab, which must be open; undefined for the browser's default profile. */
export async function profileOf({ cdp, judgedTab }: BrowserWatch): Promise<string | undefined> {
  const targetId = judgedTab()?.targetId;
  if (targetId === undefined) return undefined;
  const [{ targetInfo }, { browserContextIds }] = await Promise.all([
    cdp.send('Target.getTargetInfo', { targetId }),
    cdp.send('Target.getBrowserContexts'),
  ]);
  // The default profile is missing from the list, and its id is not accepted.
  return browserContextIds.find((id) => id === targetInfo.browserContextId);
}

/**
 * Opens an empty tab in the profile of an episode, for pages of one origin, after every guest is gone. Service workers
 * and caches are cleared, so that no remains of a guest answer in place of the web.
 */
export async function openTabInProfile(
  watch: BrowserWatch,
  { profile, origin, kept }: { profile: string | undefined; origin: string; kept: KeptOfProfile },
): Promise<{ watch: BrowserWatch }> {
  const { targetId } = await watch.cdp.send('Target.createTarget', {
    url: 'about:blank',
    ...(profile === undefined ? {} : { browserContextId: profile }),
  });
  const ownTab = () => watch.tabs().find((tab) => tab.targetId === targetId) ?? null;
  const deadline = performance.now() + shownLimitMs;
  while (!ownTab() && performance.now() < deadline) await delay(pollMs);
  const sessionId = ownTab()?.sessionId;
  if (sessionId === undefined) throw new Error('a new tab could not be opened');
  const storageTypes = kept === 'cookies' ? `${answersItself},${stored}` : answersItself;
  await Promise.all([
    watch.cdp.send('Page.enable', {}, sessionId),
    watch.cdp.send('Network.setBypassServiceWorker', { bypass: true }, sessionId),
    watch.cdp.send('Network.setCacheDisabled', { cacheDisabled: true }, sessionId),
    watch.cdp.send('Network.clearBrowserCache', undefined, sessionId),
    watch.cdp.send('Storage.clearDataForOrigin', { origin, storageTypes }, sessionId),
  ]);
  return { watch: { ...watch, judgedTab: ownTab } };
}
