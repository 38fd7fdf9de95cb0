import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from '../../browser/session.ts';
import { withoutFragment } from '../../browser/tab.ts';
import { openWeb } from '../../web/open-web.ts';
import type { EpisodePlan } from './episode.ts';

/** How long a page that was opened may take to move on. */
const movingLimitMs = 2000;
const pollMs = 20;

/**
 * Whether a page leads to another one by itself, such as by a script of its own: it is opened once more in a browser
 * that no server under test can reach, on a web of its own, so that the hosts of the episode are asked nothing.
 */
export async function leadsByItself(
  { id, chromium, task, web: source }: Pick<EpisodePlan, 'id' | 'chromium' | 'task' | 'web'>,
  from: string,
  to: string,
): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const web = await openWeb(source);
  opened.defer(() => web.close());
  const { watch, end } = await openBrowser(chromium, web, {
    mark: `${id}.start-page`,
    viewport: task.setup.viewport,
    sealed: true,
  });
  opened.defer(end);
  const sessionId = watch.judgedTab()?.sessionId;
  const answer = watch.cdp.send('Page.navigate', { url: from }, sessionId);
  await Promise.race([answer, delay(movingLimitMs, undefined, { ref: false })]);
  const isThere = () => withoutFragment(watch.judgedTab()?.url ?? '') === withoutFragment(to);
  const deadline = performance.now() + movingLimitMs;
  while (!isThere() && performance.now() < deadline) await delay(pollMs);
  return isThere();
}
