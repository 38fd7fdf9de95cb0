import type { Protocol } from 'devtools-protocol';
import packageJson from '../../package.json' with { type: 'json' };
import type { HarEntry } from '../web/har.ts';
import type { CdpConnection, CdpEvent } from './cdp.ts';
import { filePatterns, isFile } from './watch/file-guard.ts';

type Paused = Protocol.Fetch.RequestPausedEvent;
type Body = Protocol.Fetch.GetResponseBodyResponse;

type Recorded = { entry: HarEntry; networkId: string | null };

/** Records every answer that the browsers of one episode get, in all tabs, frames and workers. */
export class HarRecorder {
  private readonly recorded: Recorded[] = [];
  /** The cookies of answers, which come in a separate event before or after the paused answer. */
  private readonly cookies = new Map<string, string>();

  /** Pauses each answer until it is read; files stay refused. The caller passes the browser's events on. */
  async start(cdp: CdpConnection): Promise<void> {
    await cdp.send('Fetch.enable', {
      patterns: [...filePatterns, { urlPattern: '*', requestStage: 'Response' }],
    });
  }

  on(cdp: CdpConnection, event: CdpEvent): void {
    if (event.method === 'Fetch.requestPaused' && !isFile(event.params.request.url))
      void this.take(cdp, event.params, event.sessionId);
    if (event.method !== 'Network.responseReceivedExtraInfo') return;
    const { requestId, headers } = event.params;
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'set-cookie');
    if (name) this.cookies.set(requestId, headers[name] ?? '');
  }

  /** The archive, HAR 1.2, in the order of the answers. */
  har(): { log: object } {
    const entries = this.recorded.map(({ entry, networkId }) => {
      const cookie = networkId === null ? undefined : this.cookies.get(networkId);
      const { headers } = entry.response;
      if (!cookie || headers.some(({ name }) => name.toLowerCase() === 'set-cookie')) return entry;
      return {
        ...entry,
        response: { ...entry.response, headers: [...headers, { name: 'set-cookie', value: cookie }] },
      };
    });
    return {
      log: { version: '1.2', creator: { name: packageJson.name, version: packageJson.version }, entries },
    };
  }

  private async take(cdp: CdpConnection, paused: Paused, sessionId: string | undefined): Promise<void> {
    const { requestId, networkId, request, responseStatusCode: status, responseHeaders = [] } = paused;
    if (status !== undefined && /^https?:/.test(request.url)) {
      const isRedirect = status >= 300 && status < 400;
      const body = isRedirect
        ? null
        : await cdp.send('Fetch.getResponseBody', { requestId }, sessionId).catch(() => null);
      this.recorded.push({
        entry: entryOf(request, status, responseHeaders, body),
        networkId: networkId ?? null,
      });
    }
    // Ignored, because the tab may be closed.
    await cdp.send('Fetch.continueRequest', { requestId }, sessionId).catch(() => {});
  }
}

function entryOf(
  { url, method, postData }: Paused['request'],
  status: number,
  headers: Protocol.Fetch.HeaderEntry[],
  body: Body | null,
): HarEntry {
  const mimeType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return {
    startedDateTime: new Date().toISOString(),
    time: 0,
    request: {
      method,
      url,
      httpVersion: 'unknown',
      cookies: [],
      headers: [],
      queryString: [],
      headersSize: -1,
      bodySize: -1,
      ...(postData === undefined ? {} : { postData: { mimeType: '', text: postData } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'unknown',
      cookies: [],
      headers: headers.map(({ name, value }) => ({ name, value })),
      redirectURL: headers.find(({ name }) => name.toLowerCase() === 'location')?.value ?? '',
      headersSize: -1,
      bodySize: -1,
      content: {
        size: body?.body.length ?? 0,
        mimeType,
        ...(body ? { text: body.body, ...(body.base64Encoded ? { encoding: 'base64' } : {}) } : {}),
      },
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}
