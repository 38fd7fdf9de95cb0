import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from '../../browser/session.ts';
import { type SeenRequest, withoutFragment } from '../../browser/tab.ts';
import { isBrowserGone } from '../../browser/watch-browser.ts';
import type { StopCause } from '../../results/score/trajectory.ts';
import type { Answer } from '../../servers/answer.ts';
import { openCall } from '../../servers/connect-server.ts';
import { type OpenWeb, openWeb } from '../../web/hermetic-web.ts';
import type { EpisodePlan } from './episode.ts';
import type { Stage } from './open-stage.ts';
import { callServer, emitAnswer } from './take-steps.ts';
import { previewOf } from './trajectory-recorder.ts';

/** How long after the answer a page may take to open. */
const openLimitMs = 5_000;
const pollMs = 10;
const saidLength = 160;

/**
 * Lets the server open the start URL, and returns its answer; null if the task has no start page. Returns a stop if the
 * server answers with an error. Also if no tab shows the start page, the target of its redirect, or a page that it
 * leads to by itself.
 */
export async function openStartPage(stage: Stage): Promise<Answer | null | StopCause> {
  const { plan, server, log, recorder } = stage;
  const { startUrl } = plan.task;
  if (startUrl === 'about:blank') return null;
  const { tool, args } = openCall(plan.server, server.tools, startUrl);
  log.emit({ type: 'navigate', seq: 0, tool, args, url: startUrl });
  const sentAt = performance.now();
  const opening = await callServer(stage, tool, args);
  const durationMs = Math.round(performance.now() - sentAt);
  recorder.opened(tool, opening, durationMs);
  emitAnswer(stage, { seq: 0, tool, durationMs }, opening);
  const gone: StopCause = { stop: 'tool_error', error: 'the browser is gone' };
  if (await isBrowserGone(stage.browser)) return gone;
  const why = opening.isError ? `${startUrl} was not opened` : await whyNotOpen(stage);
  if (why === null) return opening;
  // A browser that exits slowly may still have answered above.
  if (stage.browser.cdp.closed) return gone;
  if (!opening.isError && (await movedOn(stage))) return opening;
  const said = previewOf(plan.redact, opening.text, saidLength);
  const [fault = why] = stage.web.hermetic?.faults ?? [];
  return { stop: 'start_page_failed', error: `${fault}; ${tool} answered: ${said || '(nothing)'}` };
}

/** Whether the shown page is one that the start page leads to by itself. */
async function movedOn(stage: Stage): Promise<boolean> {
  const { startUrl } = stage.plan.task;
  const shown = stage.browser.judgedTab();
  if (!shown || shown.errorPage || ['about:blank', normal(startUrl)].includes(withoutFragment(shown.url)))
    return false;
  return stage.deadline.race(leadsByItself(stage.plan, startUrl, shown.url));
}

/** The start URL and the observed targets of its redirects, without fragments. */
export function startUrls(
  startUrl: string,
  requests: readonly SeenRequest[],
  web: Pick<NonNullable<OpenWeb['hermetic']>, 'redirected'> | null,
): Set<string> {
  const isTrue = (from: string, to: string) => web === null || web.redirected(from, to);
  const urls = new Set([normal(startUrl)]);
  for (const { url, redirectedTo } of requests)
    if (redirectedTo !== undefined && urls.has(withoutFragment(url)) && isTrue(url, redirectedTo))
      urls.add(withoutFragment(redirectedTo));
  return urls;
}

/** Why no tab shows the start page; null if one does, possibly after a wait. */
async function whyNotOpen({ plan, browser, deadline, web }: Stage): Promise<string | null> {
  const { startUrl } = plan.task;
  const limit = performance.now() + (plan.showLimitMs ?? openLimitMs);
  for (;;) {
    const urls = startUrls(startUrl, browser.requests, web.hermetic);
    const tab = browser.tabs().find(({ documentUrl }) => urls.has(withoutFragment(documentUrl)));
    if (tab && tab.documentStatus !== null && tab.documentStatus >= 400)
      return `${startUrl} was answered with ${tab.documentStatus}`;
    if (tab) return null;
    const shown = browser.judgedTab();
    if (shown?.errorPage || performance.now() > limit || browser.cdp.closed)
      return `${startUrl} did not open, the browser shows ${shown?.errorPage ? 'an error page' : (shown?.url ?? 'no page')}`;
    await deadline.race(delay(pollMs));
  }
}

function normal(url: string): string {
  return withoutFragment(new URL(url).href);
}

/** How long an opened page may take to navigate by itself. */
const movingLimitMs = 2000;
const movingPollMs = 20;

/**
 * Whether a page leads to another one by itself, for example by a script. Opens it again in a browser that no server
 * under test can reach, on a separate web, so that the hosts of the episode get no requests.
 */
async function leadsByItself(
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
  const tab = watch.judgedTab();
  if (tab) tab.answerTo = () => true;
  const answer = watch.cdp.send('Page.navigate', { url: from }, tab?.sessionId);
  await Promise.race([answer, delay(movingLimitMs, undefined, { ref: false })]);
  const isThere = () => withoutFragment(watch.judgedTab()?.url ?? '') === withoutFragment(to);
  const deadline = performance.now() + movingLimitMs;
  while (!isThere() && performance.now() < deadline) await delay(movingPollMs);
  return isThere();
}
