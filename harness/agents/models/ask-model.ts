import { jsonOrUndefined, wellFormedJson } from '../../platform/errors/json.ts';
import { type Api, CutAnswer, Json, type ModelRequest, type ModelTurn } from './apis/api.ts';
import type { ModelProxy } from './proxy/model-proxy.ts';
import { type ProxyWord, proxyHeader } from './proxy/proxy-word.ts';
import { readAll, refusalKind, send } from './proxy/upstream.ts';

/** A request without an answer of the model. */
export type Refusal = { refused: ProxyWord; why: string };

/** The limit of retries after an answer that broke off, or that the vendor reports as failed. */
const maxResent = 2;

/**
 * Sends a request to a model through the proxy. Throws only the reason of an aborted signal, never because of the API.
 */
export async function askModel(
  api: Api,
  request: ModelRequest,
  proxy: ModelProxy,
  signal: AbortSignal,
): Promise<ModelTurn | Refusal> {
  for (let resent = 0; ; resent++) {
    try {
      const isStream = !request.quirks.has('no_streams');
      const path = isStream ? api.stream.path(request.model) : api.path(request.model);
      const fields = isStream ? api.stream.fields(request.quirks) : {};
      const answer = await send(new URL(`${proxy.url}${path}`), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...api.headers,
          ...api.keyHeaders(proxy.placeholder),
        },
        body: wellFormedJson({ ...api.build(request), ...request.forced, ...fields }),
        signal,
      });
      const text = (await readAll(answer)).toString('utf8');
      if (answer.statusCode !== 200) return refusedOf(answer.headers[proxyHeader], text);
      const whole = wholeOf(api, answer.headers['content-type'], text);
      const failure = errorIn(whole);
      // Some local servers report it after they began to answer.
      if (failure !== null && refusalKind(400, failure) === 'context')
        return { refused: 'context', why: messageIn(failure) };
      const turn = api.read(whole, request.entries.length);
      if (turn.end !== 'error' || resent === maxResent) return turn;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (resent === maxResent) return { refused: 'gave_up', why: breakOf(error) };
    }
  }
}

/** The answer as one object. Hosts without streams send it as such. */
function wholeOf(api: Api, type: string | undefined, text: string): Json {
  if (!type?.includes('text/event-stream')) return objectIn(text);
  const events = text.split('\n').flatMap((line): Json[] => {
    const value = line.startsWith('data:') ? jsonOrUndefined(line.slice('data:'.length)) : undefined;
    const { data } = Json.safeParse(value);
    return data ? [data] : [];
  });
  const failed = events.find((event) => errorIn(event) !== null);
  return failed ?? api.stream.join(events);
}

function errorIn({ error }: Json): string | null {
  return error === undefined || error === null ? null : JSON.stringify({ error });
}

function refusedOf(word: string | string[] | undefined, text: string): Refusal {
  // The proxy sets this header on every unsuccessful answer.
  return { refused: (word as ProxyWord | undefined) ?? 'gave_up', why: messageIn(text) };
}

function objectIn(text: string): Json {
  const value = jsonOrUndefined(text);
  if (value === undefined) throw new CutAnswer('the answer of the API is invalid JSON');
  const { data } = Json.safeParse(value);
  if (!data) throw new CutAnswer('the answer of the API is not an object');
  return data;
}

/** The message of a refusal in a vendor's format, else the whole text. */
function messageIn(text: string): string {
  const message = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]?.slice(1, -1);
  // A forwarding host uses this message for everything, and the real error is in the rest.
  return message === undefined || message === 'Provider returned error' ? text.slice(0, 1000) : message;
}

function breakOf(error: unknown): string {
  if (error instanceof CutAnswer) return error.message;
  return `the answer of the API broke off: ${error instanceof Error ? error.message : error}`;
}
