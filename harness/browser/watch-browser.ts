import { setTimeout as delay } from 'node:timers/promises';
import { type CdpConnection, type CdpEvent, type CdpEventName, connectCdp } from './cdp.ts';
import type { CdpChannel } from './cdp-channel.ts';
import { Gate } from './guest-port/gate.ts';
import type { TabNews } from './guest-port/guest-talk.ts';
import type { SeenRequest, Tab } from './tab.ts';
import { FileGuard } from './watch/file-guard.ts';
import type { Handlers, Send, StatusOf } from './watch/handlers.ts';
import { InputWatch } from './watch/input-watch.ts';
import { PageWatch } from './watch/page-watch.ts';
import { RequestWatch } from './watch/request-watch.ts';
import { Tabs } from './watch/tabs.ts';
import { autoAttach, TargetWatch } from './watch/target-watch.ts';

export type BrowserWatch = {
  cdp: CdpConnection;
  /** The tab in front of those that show more than about:blank; null when no tab is left. */
  judgedTab(): Tab | null;
  tabs(): Tab[];
  /** Every request of the browser in order, whatever tab, frame or worker; `data:` and `blob:` left out. */
  requests: readonly SeenRequest[];
  /** Names that did not resolve, one entry a failed request. */
  unresolved: readonly string[];
  /** Files that were asked for and refused. */
  refusedFiles: readonly string[];
  /** What input went to, and what was typed or put into password fields, whatever tab, frame or tool. */
  input: Pick<InputWatch, 'typedPasswords' | 'actedOn' | 'forget'>;
  /** What a guest's commands say about tabs is told here. */
  news: TabNews;
  /** Held while the page is read, so that no guest's command comes between. */
  gate: Gate;
  close(): void;
};

export type WatchOptions = {
  listen?: (event: CdpEvent, cdp: CdpConnection) => void;
  /** Null on the real web. */
  statusOf?: StatusOf | null;
};

/**
 * Attaches the judge's own connection to every tab, frame and worker, those to come included: a new target waits
 * until it is watched. Attach before the server under test does: a client that comes while a dialog is open hangs.
 */
export async function watchBrowser(
  channel: CdpChannel,
  { listen = () => {}, statusOf = null }: WatchOptions = {},
): Promise<BrowserWatch> {
  // A target can be gone before it is set up; its detached event says so.
  // Each method's parameters are those that `Send` asks for.
  const send: Send = (method, params, sessionId) =>
    cdp.send(method, ...([params, sessionId || undefined] as never)).catch(() => null);
  const tabs = new Tabs();
  const requests: RequestWatch = new RequestWatch(tabs, (tab, loaderId, answer) =>
    pages.responded(tab, loaderId, answer),
  );
  const pages = new PageWatch(tabs, { requests, send, statusOf });
  const targets = new TargetWatch(tabs, { pages, send });
  const files = new FileGuard(send);
  const input = new InputWatch(send);
  const parts = [
    requests.handlers,
    requests.sent.handlers,
    targets.handlers,
    pages.handlers,
    files.handlers,
    input.handlers,
  ];
  const cdp: CdpConnection = connectCdp(channel, (event) => {
    for (const handlers of parts) hand(event, handlers);
    listen(event, cdp);
  });
  await files.start();
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  await cdp.send('Target.setAutoAttach', autoAttach);
  const limit = new AbortController();
  const late = delay(startLimitMs, undefined, { signal: limit.signal, ref: false });
  await Promise.race([
    targets.firstTab.promise,
    Promise.race([late, cdp.ended]).then(() => Promise.reject(new Error('the browser showed no tab'))),
  ]).finally(() => limit.abort());
  return {
    cdp,
    judgedTab: () => tabs.judged(),
    tabs: () => [...tabs.byTarget.values()],
    requests: requests.requests,
    unresolved: requests.unresolved,
    refusedFiles: files.refused,
    input,
    news: {
      inFront: (targetId) => tabs.inFront(targetId),
      opened: (targetId, how) => tabs.opened(targetId, how),
      watched: (targetId) => targets.watched(targetId),
    },
    gate: new Gate(),
    close: () => cdp.close(),
  };
}

const startLimitMs = 20_000;

function hand<E extends CdpEventName>({ method, params, sessionId }: CdpEvent<E>, handlers: Handlers): void {
  handlers[method]?.(params, sessionId ?? '');
}
