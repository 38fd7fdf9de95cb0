import type { CdpEventParams } from '../cdp.ts';
import type { DocumentAnswer, SeenRequest, Tab, Tabs } from '../tab.ts';
import type { Handlers } from './handlers.ts';

type Pending = { request: SeenRequest; tab: Tab | undefined; sessionId: string; loaderId: string };

type OnDocument = (tab: Tab, loaderId: string, answer: DocumentAnswer) => void;

/** Follows the requests of all sessions. */
export class RequestWatch {
  readonly requests: SeenRequest[] = [];
  readonly unresolved: string[] = [];
  private readonly tabs: Tabs;
  private readonly onDocument: OnDocument;
  /** Origins where a guest answered the request of a worker, usually for its script. */
  private readonly guestsWorkers = new Set<string>();
  /** Keyed by request id alone, because a page's session reports the request and a worker's session the answer. */
  private readonly pending = new Map<string, Pending>();

  constructor(tabs: Tabs, onDocument: OnDocument) {
    this.tabs = tabs;
    this.onDocument = onDocument;
  }

  /** The open requests of the previous document ended with it, mostly without an event. */
  committed(tab: Tab): void {
    for (const requestId of tab.inFlight)
      if (this.pending.get(requestId)?.loaderId !== tab.loaderId) tab.inFlight.delete(requestId);
  }

  readonly handlers: Handlers = {
    'Target.detachedFromTarget': ({ sessionId, targetId }) => {
      for (const [requestId, { tab, sessionId: sender }] of this.pending) {
        // The request of a worker's script has the id of the worker's target.
        if (sender !== sessionId && requestId !== targetId) continue;
        tab?.inFlight.delete(requestId);
        this.pending.delete(requestId);
      }
    },
    'Network.requestWillBeSent': (sent, sessionId) => {
      const earlier = this.pending.get(sent.requestId);
      if (earlier && sent.redirectResponse) {
        earlier.request.status = sent.redirectResponse.status;
        earlier.request.redirectedTo = sent.request.url;
      }
      if (/^(data|blob):/.test(sent.request.url)) return;
      const tab = this.tabs.ofSession.get(sessionId);
      const { url } = sent.request;
      const request: SeenRequest = {
        url,
        wallTimeMs: sent.wallTime * 1000,
        status: null,
      };
      this.requests.push(request);
      this.pending.set(sent.requestId, { request, tab, sessionId, loaderId: sent.loaderId });
      if (!tab) return;
      tab.lastRequestAt = performance.now();
      // An event stream stays open as long as the page, so it is not waited for.
      if (sent.type !== 'EventSource') tab.inFlight.add(sent.requestId);
    },
    'Network.responseReceived': ({ requestId, response, type, frameId, loaderId }, sessionId) => {
      const pending = this.pending.get(requestId);
      if (pending) pending.request.status = response.status;
      const tab = this.tabs.ofSession.get(sessionId);
      const origin = originOf(response.url);
      if (tab?.sessionId !== sessionId && origin && isByGuest(response)) this.guestsWorkers.add(origin);
      if (tab && type === 'Document' && frameId === tab.mainFrameId)
        this.onDocument(tab, loaderId, {
          status: response.status,
          isByGuest: response.fromServiceWorker ? this.guestsWorkers.has(origin ?? '') : isByGuest(response),
        });
      if (response.mimeType === 'text/event-stream') this.settle(requestId);
    },
    'Network.loadingFinished': ({ requestId }) => this.settle(requestId),
    'Network.loadingFailed': ({ requestId, errorText }) => {
      const pending = this.pending.get(requestId);
      if (pending && errorText === 'net::ERR_NAME_NOT_RESOLVED') this.unresolved.push(pending.request.url);
      this.settle(requestId);
    },
  };

  private settle(requestId: string): void {
    const pending = this.pending.get(requestId);
    this.pending.delete(requestId);
    if (!pending?.tab) return;
    pending.tab.inFlight.delete(requestId);
    pending.tab.lastRequestAt = performance.now();
  }
}

type Response = CdpEventParams<'Network.responseReceived'>['response'];

/** Null for URLs inside the browser: `blob:` and `data:`. */
function originOf(url: string): string | null {
  return /^https?:/.test(url) ? new URL(url).origin : null;
}

function isByGuest(response: Response): boolean {
  const { remotePort, fromDiskCache, fromPrefetchCache, fromServiceWorker } = response;
  return !remotePort && !fromDiskCache && !fromPrefetchCache && !fromServiceWorker;
}
