import type { SeenRequest } from '../tab.ts';
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
export class SentWatch {
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
