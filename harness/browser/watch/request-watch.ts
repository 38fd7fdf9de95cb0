import type { CdpEventParams } from '../cdp.ts';
import type { DocumentAnswer, SeenRequest, Tab, Tabs } from '../tab.ts';
import type { Handlers } from './handlers.ts';

/** One request of the browser with all that it was redirected to. */
type Chain = { hops: SeenRequest[]; headersTold: number };

type Answer = {
  remotePort?: number | undefined;
  fromDiskCache?: boolean | undefined;
  fromServiceWorker?: boolean | undefined;
};

/**
 * Tells which requests left the browser. One that a guest, a service worker or a cache answered has no remote port, and
 * one that was answered by none of them, or never answered, left where DevTools told of the headers that went out.
 * Either event may come first, and a worker's own script has the port alone.
 */
class SentWatch {
  private readonly chains = new Map<string, Chain>();

  /** `before`: what the hop before was answered, where this one is a redirect. */
  begun(requestId: string, request: SeenRequest, before?: Answer): void {
    const chain = this.chainOf(requestId);
    const last = chain.hops.at(-1);
    // Headers of this hop may have been told of before it.
    if (last && before) last.wasSent = isOfNetwork(before);
    chain.hops.push(request);
    countHeaders(chain);
  }

  readonly handlers: Handlers = {
    'Network.requestWillBeSentExtraInfo': ({ requestId }) => {
      const chain = this.chainOf(requestId);
      chain.headersTold += 1;
      countHeaders(chain);
    },
    'Network.responseReceived': ({ requestId, response }) => {
      const last = this.chains.get(requestId)?.hops.at(-1);
      if (last) last.wasSent ||= isOfNetwork(response);
    },
  };

  private chainOf(requestId: string): Chain {
    const known = this.chains.get(requestId) ?? { hops: [], headersTold: 0 };
    this.chains.set(requestId, known);
    return known;
  }
}

function isOfNetwork({ remotePort, fromDiskCache, fromServiceWorker }: Answer): boolean {
  return Boolean(remotePort) && !fromDiskCache && !fromServiceWorker;
}

/** Of the hops before the last one the answer said so already. */
function countHeaders({ hops, headersTold }: Chain): void {
  const last = hops.at(-1);
  if (last && headersTold > hops.slice(0, -1).filter(({ wasSent }) => wasSent).length) last.wasSent = true;
}

type Pending = { request: SeenRequest; tab: Tab | undefined; sessionId: string; loaderId: string };

type OnDocument = (tab: Tab, loaderId: string, answer: DocumentAnswer) => void;

/** Follows the requests of all sessions. */
export class RequestWatch {
  readonly requests: SeenRequest[] = [];
  readonly unresolved: string[] = [];
  readonly sent = new SentWatch();
  private readonly tabs: Tabs;
  private readonly onDocument: OnDocument;
  /** Origins of which a guest answered what a worker asked for: its script, most of all. */
  private readonly guestsWorkers = new Set<string>();
  /** Sessions of service workers: what no page can speak in. */
  private readonly serviceWorkers = new Set<string>();
  /** By request id alone: what a page's session says was sent, a worker's session says was answered. */
  private readonly pending = new Map<string, Pending>();

  constructor(tabs: Tabs, onDocument: OnDocument) {
    this.tabs = tabs;
    this.onDocument = onDocument;
  }

  /** What the document before was still waiting for went with it, mostly without a word. */
  committed(tab: Tab): void {
    for (const requestId of tab.inFlight)
      if (this.pending.get(requestId)?.loaderId !== tab.loaderId) tab.inFlight.delete(requestId);
  }

  readonly handlers: Handlers = {
    'Target.attachedToTarget': ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'service_worker') this.serviceWorkers.add(sessionId);
    },
    'Target.detachedFromTarget': ({ sessionId, targetId }) => {
      this.serviceWorkers.delete(sessionId);
      for (const [requestId, { tab, sessionId: sender }] of this.pending) {
        // The script of a worker has the id of the worker's target.
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
      const { url, method } = sent.request;
      const request: SeenRequest = {
        url,
        method,
        wallTimeMs: sent.wallTime * 1000,
        status: null,
        wasSent: false,
        ...(this.serviceWorkers.has(sessionId) && isScript(sent.type) && { isOfServiceWorker: true }),
      };
      this.requests.push(request);
      this.sent.begun(sent.requestId, request, sent.redirectResponse);
      this.pending.set(sent.requestId, { request, tab, sessionId, loaderId: sent.loaderId });
      if (!tab) return;
      tab.lastRequestAt = performance.now();
      // An event stream stays open for as long as the page does; it is no request that will end.
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

/** Of a worker; what it imports is told as `Other`, what it fetches as `Fetch`. */
function isScript(type: string | undefined): boolean {
  return type === 'Script' || type === 'Other';
}

/** Null of what is made within the browser: a `blob:` or `data:` URL. */
function originOf(url: string): string | null {
  return /^https?:/.test(url) ? new URL(url).origin : null;
}

function isByGuest(response: Response): boolean {
  const { remotePort, fromDiskCache, fromPrefetchCache, fromServiceWorker } = response;
  return !remotePort && !fromDiskCache && !fromPrefetchCache && !fromServiceWorker;
}
