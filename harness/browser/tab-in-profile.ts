import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserWatch } from './watch-browser.ts';

/** What of the profile a page may still find: `cookies` alone, or what it stored itself as well. */
export type KeptOfProfile = 'cookies' | 'cookies and storage';

/** What answers in the place of the web. */
const answersItself = 'service_workers,cache_storage';
const stored = 'local_storage,indexeddb,file_systems,websql,shared_storage,storage_buckets';

const shownLimitMs = 2000;
const pollMs = 5;

/** The profile that a tab is in, to be asked while it is open; undefined for the browser's own. */
export async function profileOf({ cdp, judgedTab }: BrowserWatch): Promise<string | undefined> {
  const targetId = judgedTab()?.targetId;
  if (targetId === undefined) return undefined;
  const [{ targetInfo }, { browserContextIds }] = await Promise.all([
    cdp.send('Target.getTargetInfo', { targetId }),
    cdp.send('Target.getBrowserContexts'),
  ]);
  // The browser's own is in no list, and can't be asked for by its id.
  return browserContextIds.find((id) => id === targetInfo.browserContextId);
}

/**
 * Opens an empty tab in the profile of an episode, for pages of one origin, once every guest is gone. Nothing that a
 * guest left there may answer in the place of the web: no service worker, no cache.
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
  if (sessionId === undefined) throw new Error('no new tab could be opened');
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
