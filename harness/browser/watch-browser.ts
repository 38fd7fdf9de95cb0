import { setTimeout as delay } from 'node:timers/promises';
import {
  type CdpConnection,
  type CdpEvent,
  type CdpEventName,
  type CdpEventParams,
  type CdpMethod,
  type CdpParams,
  connectCdp,
} from './cdp.ts';
import type { CdpChannel } from './cdp-channel.ts';
import { noteTyped, passwordBinding, passwordWatch } from './password-watch.ts';
import { type SeenRequest, Tab, withoutFragment } from './tab.ts';

export type BrowserWatch = {
  cdp: CdpConnection;
  /** The tab whose main frame last committed a document other than about:blank; null when no tab is left. */
  judgedTab(): Tab | null;
  tabs(): Tab[];
  /** Every request of the browser in order, whatever tab, frame or worker; `data:` and `blob:` left out. */
  requests: readonly SeenRequest[];
  /** Names that did not resolve, one entry a failed request. */
  unresolved: readonly string[];
  /** What was typed or put into password fields, whatever tab, frame or tool; of what grew only the whole. */
  typedPasswords: readonly string[];
  close(): void;
};

/**
 * Attaches the judge's own connection to every tab, frame and worker, those to come included: a new target waits
 * until it is watched. Attach before the server under test does: a client that comes while a dialog is open hangs.
 */
export async function watchBrowser(
  channel: CdpChannel,
  listen: (event: CdpEvent, cdp: CdpConnection) => void = () => {},
): Promise<BrowserWatch> {
  const state = new WatchState();
  const cdp: CdpConnection = connectCdp(channel, (event) => {
    state.on(event);
    listen(event, cdp);
  });
  // A target can be gone before it is set up; its detached event says so.
  state.send = (...command) => cdp.send(...command).catch(() => {});
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  await cdp.send('Target.setAutoAttach', autoAttach);
  const limit = new AbortController();
  const late = delay(startLimitMs, undefined, { signal: limit.signal, ref: false });
  await Promise.race([
    state.firstTab,
    Promise.race([late, cdp.ended]).then(() => Promise.reject(new Error('the browser showed no tab'))),
  ]).finally(() => limit.abort());
  return {
    cdp,
    judgedTab: () => state.judgedTab(),
    tabs: () => [...state.tabs.values()],
    requests: state.requests,
    unresolved: state.unresolved,
    typedPasswords: state.typedPasswords,
    close: () => cdp.close(),
  };
}

const startLimitMs = 20_000;
const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

type Pending = { request: SeenRequest; tab: Tab | undefined; sessionId: string; loaderId: string };

type Send = <M extends CdpMethod>(method: M, params: CdpParams<M>, sessionId: string) => Promise<unknown>;

type Handlers = { [E in CdpEventName]?: (params: CdpEventParams<E>, sessionId: string) => void };

class WatchState {
  readonly tabs = new Map<string, Tab>();
  readonly requests: SeenRequest[] = [];
  readonly unresolved: string[] = [];
  readonly typedPasswords: string[] = [];
  send: Send = async () => {};
  readonly firstTab: Promise<void>;
  private resolveFirstTab = () => {};
  private commits = 0;
  /** Session of a tab, frame or worker -> the tab that it belongs to. */
  private readonly tabOfSession = new Map<string, Tab>();
  /** The session that tells of a target, where several are attached to it. */
  private readonly sessionOfTarget = new Map<string, string>();
  /** By request id alone: what a page's session says was sent, a worker's session says was answered. */
  private readonly pending = new Map<string, Pending>();
  /** Status of each main-frame document, by loader. */
  private readonly documents = new Map<string, number>();

  constructor() {
    this.firstTab = new Promise((resolve) => {
      this.resolveFirstTab = resolve;
    });
  }

  judgedTab(): Tab | null {
    return [...this.tabs.values()].reduce<Tab | null>(
      (best, tab) => (best && best.committed >= tab.committed ? best : tab),
      null,
    );
  }

  on<E extends CdpEventName>({ method, params, sessionId }: CdpEvent<E>): void {
    this.handlers[method]?.(params, sessionId ?? '');
  }

  private readonly handlers: Handlers = {
    'Target.attachedToTarget': ({ sessionId, targetInfo }, parent) => {
      const { targetId, type, openerId } = targetInfo;
      let tab = this.tabOfSession.get(parent);
      const first = this.sessionOfTarget.get(targetId);
      if (first !== undefined) {
        // A service worker is attached by the browser and by each page that it serves: its requests count once.
        if (tab && !this.tabOfSession.has(first)) this.tabOfSession.set(first, tab);
        this.send('Runtime.runIfWaitingForDebugger', undefined, sessionId);
        return;
      }
      this.sessionOfTarget.set(targetId, sessionId);
      if (type === 'page') {
        tab = new Tab(targetId, sessionId, openerId !== undefined);
        this.tabs.set(targetId, tab);
        // The first tab is not held until it is watched: what it commits before its renderer has answered is
        // in no event, so nobody may navigate it before that.
        void this.send('Page.enable', {}, sessionId).then(() => this.resolveFirstTab());
      }
      if (tab) this.tabOfSession.set(sessionId, tab);
      this.send('Network.enable', {}, sessionId);
      if (type === 'page' || type === 'iframe')
        for (const [method, params] of passwordWatch) this.send(method, params, sessionId);
      this.send('Target.setAutoAttach', autoAttach, sessionId);
      this.send('Runtime.runIfWaitingForDebugger', undefined, sessionId);
    },
    'Target.detachedFromTarget': ({ sessionId, targetId }) => {
      this.tabOfSession.delete(sessionId);
      for (const [targetId, session] of this.sessionOfTarget)
        if (session === sessionId) this.sessionOfTarget.delete(targetId);
      for (const [requestId, { tab, sessionId: sender }] of this.pending) {
        // The script of a worker has the id of the worker's target.
        if (sender !== sessionId && requestId !== targetId) continue;
        tab?.inFlight.delete(requestId);
        this.pending.delete(requestId);
      }
    },
    'Target.targetDestroyed': ({ targetId }) => {
      this.tabs.delete(targetId);
    },
    'Target.targetCrashed': ({ targetId }) => {
      const tab = this.tabs.get(targetId);
      if (tab) tab.crashed = true;
    },
    'Page.frameNavigated': ({ frame }, sessionId) => {
      const tab = this.tabOfSession.get(sessionId);
      if (!tab || frame.parentId !== undefined || sessionId !== tab.sessionId) return;
      tab.mainFrameId = frame.id;
      tab.loaderId = frame.loaderId;
      tab.crashed = false;
      tab.dialog = null;
      tab.errorPage = frame.unreachableUrl !== undefined;
      tab.documentUrl = frame.url;
      tab.url = frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`;
      if (tab.url !== 'about:blank') {
        this.commits += 1;
        tab.committed = this.commits;
        tab.awaited = false;
      }
      // What the document before was still waiting for went with it, mostly without a word.
      for (const requestId of tab.inFlight)
        if (this.pending.get(requestId)?.loaderId !== frame.loaderId) tab.inFlight.delete(requestId);
      tab.documentStatus = null;
      this.receive(tab);
    },
    'Page.navigatedWithinDocument': ({ frameId, url }, sessionId) => {
      const tab = this.tabOfSession.get(sessionId);
      if (tab && frameId === tab.mainFrameId) tab.url = url;
    },
    'Runtime.bindingCalled': ({ name, payload }) => {
      if (name === passwordBinding) noteTyped(this.typedPasswords, payload);
    },
    'Page.javascriptDialogOpening': ({ type, message }, sessionId) => {
      const tab = this.tabOfSession.get(sessionId);
      if (tab) tab.dialog = { type, message: message.slice(0, 1000) };
    },
    'Page.javascriptDialogClosed': (_, sessionId) => {
      const tab = this.tabOfSession.get(sessionId);
      if (tab) tab.dialog = null;
    },
    'Network.requestWillBeSent': (sent, sessionId) => {
      const earlier = this.pending.get(sent.requestId);
      if (earlier && sent.redirectResponse) {
        earlier.request.status = sent.redirectResponse.status;
        earlier.request.redirectedTo = sent.request.url;
      }
      if (/^(data|blob):/.test(sent.request.url)) return;
      const tab = this.tabOfSession.get(sessionId);
      const request: SeenRequest = { url: sent.request.url, wallTimeMs: sent.wallTime * 1000, status: null };
      this.requests.push(request);
      this.pending.set(sent.requestId, { request, tab, sessionId, loaderId: sent.loaderId });
      if (!tab) return;
      tab.lastRequestAt = performance.now();
      // An event stream stays open for as long as the page does; it is no request that will end.
      if (sent.type !== 'EventSource') tab.inFlight.add(sent.requestId);
    },
    'Network.responseReceived': ({ requestId, response, type, frameId, loaderId }, sessionId) => {
      const pending = this.pending.get(requestId);
      if (pending) pending.request.status = response.status;
      const tab = this.tabOfSession.get(sessionId);
      if (tab && type === 'Document' && frameId === tab.mainFrameId) {
        this.documents.set(loaderId, response.status);
        this.receive(tab);
      }
      if (response.mimeType === 'text/event-stream') this.settle(requestId);
    },
    'Network.loadingFinished': ({ requestId }) => this.settle(requestId),
    'Network.loadingFailed': ({ requestId, errorText }) => {
      const pending = this.pending.get(requestId);
      if (pending && errorText === 'net::ERR_NAME_NOT_RESOLVED') this.unresolved.push(pending.request.url);
      this.settle(requestId);
    },
  };

  /** Commit and response of one document come in either order: the response comes from another process. */
  private receive(tab: Tab): void {
    const status = this.documents.get(tab.loaderId);
    if (status === undefined) return;
    tab.documentStatus = status;
    if (!tab.errorPage && /^https?:/.test(tab.documentUrl))
      tab.received.add(withoutFragment(tab.documentUrl));
  }

  private settle(requestId: string): void {
    const pending = this.pending.get(requestId);
    this.pending.delete(requestId);
    if (!pending?.tab) return;
    pending.tab.inFlight.delete(requestId);
    pending.tab.lastRequestAt = performance.now();
  }
}
