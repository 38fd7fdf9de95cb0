import { setTimeout as delay } from 'node:timers/promises';
import type { CdpChannel } from './cdp.ts';
import { type CdpConnection, type CdpEvent, type CdpEventName, connectCdp } from './cdp.ts';
import type { Happened } from './guest-port/guest-actions.ts';
import { Gate } from './guest-port/guest-port.ts';
import type { TabNews } from './guest-port/guest-talk.ts';
import type { SeenRequest, Tab } from './tab.ts';
import { Tabs } from './tab.ts';
import { FileGuard } from './watch/file-guard.ts';
import type { Handlers, Send, StatusOf } from './watch/handlers.ts';
import { InputWatch } from './watch/input-watch.ts';
import { PageWatch } from './watch/page-watch.ts';
import { RequestWatch } from './watch/request-watch.ts';
import { autoAttach, TargetWatch } from './watch/target-watch.ts';

export type BrowserWatch = {
  cdp: CdpConnection;
  /** The front tab among those with a document other than about:blank; null if all tabs are closed. */
  judgedTab(): Tab | null;
  tabs(): Tab[];
  /** Every request of all tabs, frames and workers in order, without `data:` and `blob:` URLs. */
  requests: readonly SeenRequest[];
  /** Unresolved host names, one entry per failed request. */
  unresolved: readonly string[];
  /** Requested files, all refused. */
  refusedFiles: readonly string[];
  /** The elements of input events and the content of password fields, in all tabs and frames and for all tools. */
  input: Pick<InputWatch, 'typedPasswords' | 'actedOn' | 'forget'>;
  /** The last answer to each dialog of the episode, by `dialogKey`. */
  dialogAnswers: ReadonlyMap<string, boolean>;
  /** Receives the news about tabs from a guest's commands. */
  news: TabNews;
  /** The reasons why the guest port ended connections of the guest. */
  endedGuests: readonly string[];
  /** Live counters. */
  happened: Happened;
  /** The sessions of all tabs, and of frames and workers with their own session. */
  sessions(): string[];
  /** Held while the page is read, so that no command of a guest interferes. */
  gate: Gate;
  close(): void;
};

export type WatchOptions = {
  listen?: (event: CdpEvent, cdp: CdpConnection) => void;
  /** Null on the live web. */
  statusOf?: StatusOf | null;
  /** The number of requests other than GET in the web's log. On the live web only the browser's events count. */
  deeds?: () => number;
  /** Whether the browser may open files; only a measurement in a sandbox without secrets lets it. */
  opensFiles?: boolean;
};

/**
 * Attaches the judge's own connection to every present and future tab, frame and worker; a new target waits until it is
 * watched. Attach before the server under test, because a client that attaches during an open dialog hangs.
 */
export async function watchBrowser(
  channel: CdpChannel,
  { listen = () => {}, statusOf = null, deeds = () => 0, opensFiles = false }: WatchOptions = {},
): Promise<BrowserWatch> {
  // A target can be gone before it is set up; then its detached event follows. `Send` types the parameters of each
  // method.
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
  const counts = { documents: 0, requests: 0 };
  const happened: Happened = {
    get documents() {
      return counts.documents;
    },
    // DevTools does not report requests of a document during its unload.
    get requests() {
      return counts.requests + deeds();
    },
  };
  const endedGuests: string[] = [];
  const parts = [
    countingInto(counts, tabs),
    requests.handlers,
    targets.handlers,
    pages.handlers,
    files.handlers,
    input.handlers,
  ];
  const cdp: CdpConnection = connectCdp(channel, (event) => {
    for (const handlers of parts) hand(event, handlers);
    listen(event, cdp);
  });
  if (!opensFiles) await files.start();
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  await cdp.send('Target.setAutoAttach', autoAttach);
  const limit = new AbortController();
  const late = delay(startLimitMs, undefined, { signal: limit.signal, ref: false });
  await Promise.race([
    targets.firstTab.promise,
    Promise.race([late, cdp.ended]).then(() => Promise.reject(new Error('the browser did not open a tab'))),
  ]).finally(() => limit.abort());
  return {
    cdp,
    judgedTab: () => tabs.judged(),
    tabs: () => [...tabs.byTarget.values()],
    requests: requests.requests,
    unresolved: requests.unresolved,
    refusedFiles: files.refused,
    input,
    dialogAnswers: pages.dialogAnswers,
    endedGuests,
    happened,
    sessions: () => [...tabs.ofSession.keys()],
    news: {
      ended: (why) => void endedGuests.push(why),
      inFront: (targetId) => tabs.inFront(targetId),
      opened: (targetId, how) => tabs.opened(targetId, how),
      watched: (targetId) => targets.watched(targetId),
    },
    gate: new Gate(),
    close: () => cdp.close(),
  };
}

const startLimitMs = 20_000;

function countingInto(counts: { documents: number; requests: number }, { byTarget }: Tabs): Handlers {
  const isTab = ({ type }: { type: string }) => type === 'page';
  return {
    'Page.frameNavigated': ({ frame }) => {
      if (frame.parentId === undefined) counts.documents += 1;
    },
    'Target.targetCreated': ({ targetInfo }) => {
      if (isTab(targetInfo)) counts.documents += 1;
    },
    'Target.targetDestroyed': ({ targetId }) => {
      if (byTarget.has(targetId)) counts.documents += 1;
    },
    'Network.requestWillBeSent': ({ request }) => {
      if (request.method !== 'GET') counts.requests += 1;
    },
  };
}

function hand<E extends CdpEventName>({ method, params, sessionId }: CdpEvent<E>, handlers: Handlers): void {
  handlers[method]?.(params, sessionId ?? '');
}

/** A browser that exits closes its tabs before its connections. Without a tab it has this time to exit. */
const goingLimitMs = 500;

/** The limit for the browser's parent process to exit after it; until then it keeps the pipes open. */
const heldLimitMs = 2000;

/** Whether the browser exited or crashed. If a tab is open, this costs one message and its answer. */
export async function isBrowserGone({ cdp, judgedTab }: BrowserWatch): Promise<boolean> {
  const deadline = performance.now() + goingLimitMs;
  while (!cdp.closed && judgedTab() === null && performance.now() < deadline) await delay(10);
  if (cdp.closed) return true;
  const answers = cdp.send('Browser.getVersion').then(
    () => false,
    () => true,
  );
  return Promise.race([answers, delay(heldLimitMs, false, { ref: false })]);
}

/**
 * Rejects when the browser is gone, after the called server has had a second to report it itself. A server that waits
 * for a closed browser would use up the agent's time.
 */
export async function browserLost({ cdp }: BrowserWatch): Promise<never> {
  await cdp.ended;
  await delay(1000, undefined, { ref: false });
  throw new Error('the browser is gone');
}

/** A busy machine takes more than a second to start a tab's process. */
const limitMs = 3000;
const pollMs = 5;

/**
 * Waits until each tab that another tab opened shows its document, at most 3 s and once per tab. Otherwise it would
 * depend on timing whether the opening call is answered before or after that.
 */
export async function popupsShown({ tabs, cdp }: BrowserWatch): Promise<void> {
  const deadline = performance.now() + limitMs;
  const awaited = () => tabs().filter((tab) => tab.awaited && !tab.crashed);
  while (awaited().length > 0 && performance.now() < deadline && !cdp.closed) await delay(pollMs);
  for (const tab of awaited()) tab.awaited = false;
}
