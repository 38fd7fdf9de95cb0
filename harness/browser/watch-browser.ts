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
  /** How each dialog of the episode was answered last, by `dialogKey`. */
  dialogAnswers: ReadonlyMap<string, boolean>;
  /** What a guest's commands say about tabs is told here. */
  news: TabNews;
  /** Why the guest port ended connections of the guest. */
  endedGuests: readonly string[];
  /** Goes on counting. */
  happened: Happened;
  /** Of all tabs, and of the frames and workers in them that have a session of their own. */
  sessions(): string[];
  /** Held while the page is read, so that no guest's command comes between. */
  gate: Gate;
  close(): void;
};

export type WatchOptions = {
  listen?: (event: CdpEvent, cdp: CdpConnection) => void;
  /** Null on the real web. */
  statusOf?: StatusOf | null;
  /** How many requests other than GET the web has had; of the real one the browser's events alone are counted. */
  deeds?: () => number;
};

/**
 * Attaches the judge's own connection to every tab, frame and worker, those to come included: a new target waits
 * until it is watched. Attach before the server under test does: a client that comes while a dialog is open hangs.
 */
export async function watchBrowser(
  channel: CdpChannel,
  { listen = () => {}, statusOf = null, deeds = () => 0 }: WatchOptions = {},
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
  const told = { documents: 0, requests: 0 };
  const happened: Happened = {
    get documents() {
      return told.documents;
    },
    // DevTools does not report what a document sends while it goes.
    get requests() {
      return told.requests + deeds();
    },
  };
  const endedGuests: string[] = [];
  const parts = [
    countingInto(told, tabs),
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

function countingInto(told: { documents: number; requests: number }, { byTarget }: Tabs): Handlers {
  const isTab = ({ type }: { type: string }) => type === 'page';
  return {
    'Page.frameNavigated': ({ frame }) => {
      if (frame.parentId === undefined) told.documents += 1;
    },
    'Target.targetCreated': ({ targetInfo }) => {
      if (isTab(targetInfo)) told.documents += 1;
    },
    'Target.targetDestroyed': ({ targetId }) => {
      if (byTarget.has(targetId)) told.documents += 1;
    },
    'Network.requestWillBeSent': ({ request }) => {
      if (request.method !== 'GET') told.requests += 1;
    },
  };
}

function hand<E extends CdpEventName>({ method, params, sessionId }: CdpEvent<E>, handlers: Handlers): void {
  handlers[method]?.(params, sessionId ?? '');
}

/** A browser that ends closes its tabs before its connections: without a tab it is given this long to go. */
const goingLimitMs = 500;

/** How long what has started a browser may take to end after it: until then it holds the browser's pipes. */
const heldLimitMs = 2000;

/** Whether the browser ended or crashed. Asked while a tab is open it costs a word and its answer. */
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
 * Rejects when the browser is gone and a server that was called has had a second to say so itself: one that waits for
 * a browser that is no more would use up the time of the agent.
 */
export async function browserLost({ cdp }: BrowserWatch): Promise<never> {
  await cdp.ended;
  await delay(1000, undefined, { ref: false });
  throw new Error('the browser is gone');
}

/** A busy machine takes a second and more to start a tab's process. */
const limitMs = 3000;
const pollMs = 5;

/**
 * Waits, 3 s at the most and once for each, until a tab that another one opened shows its document: whether the
 * call that opened it is answered before or after that is chance.
 */
export async function popupsShown({ tabs, cdp }: BrowserWatch): Promise<void> {
  const deadline = performance.now() + limitMs;
  const awaited = () => tabs().filter((tab) => tab.awaited && !tab.crashed);
  while (awaited().length > 0 && performance.now() < deadline && !cdp.closed) await delay(pollMs);
  for (const tab of awaited()) tab.awaited = false;
}
