import type { CdpEvent } from '../../browser/cdp.ts';
import type { Probe } from '../../browser/session.ts';

/**
 * What happened to an address in the browser. `asked`: the server sent a command with it. `requested`: the network was
 * asked. `document`: a tab or frame shows it. `denied`: the browser did
 * not begin. `error-page`: a tab or frame shows an error in its place. `stopped`: a client of the browser stopped the request.
 */
export type Entry = {
  kind: 'asked' | 'requested' | 'document' | 'failed' | 'error-page' | 'denied' | 'stopped';
  url: string;
  text: string;
};

/** Messages of the browser about an address that it did not begin to load. */
const refusals = [
  /^Not allowed to (?:load local resource|navigate top frame to data URL): (\S+)$/,
  /^Fetch API cannot load (\S+)\. URL scheme /,
];

/** An error of the network for a request that a client of the browser stopped. */
const stopped = 'net::ERR_BLOCKED_BY_CLIENT';

/** Follows addresses in the browser, from the events of the harness's connection and the commands of the server. */
export class BrowserLog implements Probe {
  readonly opensFiles = true;
  readonly entries: Entry[] = [];
  private readonly urls = new Map<string, string>();

  readonly commanded: Probe['commanded'] = (method, params) => {
    if (typeof params.url !== 'string' || !/^(?:Page\.navigate|Target\.createTarget)$/.test(method)) return;
    this.add('asked', params.url, `the server sent ${method}`);
  };

  readonly on: Probe['on'] = (cdp, event) => {
    if (event.method === 'Target.attachedToTarget') {
      // Its messages are the only sign of an address that the browser refuses before it asks the network. The target
      // may be gone already.
      void cdp.send('Log.enable', undefined, event.params.sessionId).catch(() => {});
      return;
    }
    this.note(event);
  };

  private note({ method, params }: CdpEvent): void {
    if (method === 'Network.requestWillBeSent') {
      this.urls.set(params.requestId, params.request.url);
      this.add('requested', params.request.url, 'requested');
    }
    if (method === 'Network.loadingFailed') {
      const { requestId, errorText, corsErrorStatus } = params;
      const isStopped = errorText === stopped;
      const why = corsErrorStatus ? `${errorText}, ${corsErrorStatus.corsError}` : errorText;
      this.add(isStopped ? 'stopped' : 'failed', this.urls.get(requestId) ?? '', `failed: ${why}`);
    }
    if (method === 'Page.frameNavigated') {
      const { url, urlFragment = '', unreachableUrl, parentId } = params.frame;
      const where = parentId === undefined ? 'a tab' : 'a frame';
      if (unreachableUrl === undefined) this.add('document', `${url}${urlFragment}`, `${where} shows it`);
      else this.add('error-page', unreachableUrl, `${where} shows an error page`);
    }
    if (method === 'Log.entryAdded') {
      const { text } = params.entry;
      const url = refusals.flatMap((refusal) => refusal.exec(text)?.[1] ?? [])[0];
      if (url !== undefined) this.add('denied', url, 'not allowed, by the browser');
    }
  }

  private add(kind: Entry['kind'], url: string, text: string): void {
    this.entries.push({ kind, url: asTold(url), text });
  }
}

/** The address as the browser tells it: without fragment, and with a path. */
export function asTold(url: string): string {
  const [, scheme = '', rest = url] = /^(view-source:)?(.*)$/s.exec(url) ?? [];
  const parsed = URL.parse(rest);
  if (!parsed) return url;
  parsed.hash = '';
  return `${scheme}${parsed.href}`;
}
