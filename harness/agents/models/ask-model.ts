import { jsonOrUndefined, wellFormedJson } from '../../platform/errors/json.ts';
import { type Api, CutAnswer, Json, type ModelRequest, type ModelTurn } from './apis/api.ts';
import { type ModelProxy, type ProxyWord, proxyHeader } from './proxy/model-proxy.ts';
import { readAll, send } from './proxy/upstream.ts';

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
      const answer = await send(new URL(`${proxy.url}${api.path(request.model)}`), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...api.headers,
          ...api.keyHeaders(proxy.placeholder),
        },
        body: wellFormedJson(api.build(request)),
        signal,
      });
      const text = (await readAll(answer)).toString('utf8');
      if (answer.statusCode !== 200) return refusedOf(answer.headers[proxyHeader], text);
      const turn = api.read(objectIn(text), request.entries.length);
      if (turn.end !== 'error' || resent === maxResent) return turn;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (resent === maxResent) return { refused: 'gave_up', why: breakOf(error) };
    }
  }
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
