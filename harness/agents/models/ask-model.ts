import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { type Ask, type Conversation, CutAnswer, type ModelTurn } from './conversations/conversation.ts';
import type { Json } from './proxy/dialects/dialect.ts';
import { type ModelProxy, type ProxyWord, proxyHeader } from './proxy/proxy.ts';
import { readAll, send } from './proxy/send.ts';

/** What came of a request that was no answer of a model. */
export type Refused = { refused: ProxyWord; why: string };

/** How often a request is sent again whose answer broke off, or that the vendor says came to nothing. */
const maxResent = 2;

/** Asks a model through the proxy. Throws what the signal was aborted with; never anything for what an API does. */
export async function askModel(
  conversation: Conversation,
  ask: Ask,
  proxy: ModelProxy,
  signal: AbortSignal,
): Promise<ModelTurn | Refused> {
  const { dialect } = conversation;
  for (let resent = 0; ; resent++) {
    try {
      const answer = await send(new URL(`${proxy.url}${conversation.path(ask.model)}`), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(dialect.id === 'messages' ? { 'anthropic-version': '2023-06-01' } : {}),
          ...dialect.keyHeaders(proxy.placeholder),
        },
        body: JSON.stringify(conversation.build(ask)),
        signal,
      });
      const text = (await readAll(answer)).toString('utf8');
      if (answer.statusCode !== 200) return refusedOf(answer.headers[proxyHeader], text);
      const turn = conversation.read(objectIn(text));
      if (turn.end !== 'error' || resent === maxResent) return turn;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (resent === maxResent) return { refused: 'gave_up', why: wordsOf(error) };
    }
  }
}

function refusedOf(word: string | string[] | undefined, text: string): Refused {
  // The proxy says which one it is, and says so of every answer that is no success.
  return { refused: (word as ProxyWord | undefined) ?? 'gave_up', why: messageIn(text) };
}

function objectIn(text: string): Json {
  const value = jsonOrUndefined(text);
  if (value === undefined) throw new CutAnswer('the answer of the API is invalid JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CutAnswer('the answer of the API is no object');
  return value as Json; // an object, by the check before
}

/** The message of a refusal in a vendor's shape, else the whole text. */
function messageIn(text: string): string {
  const message = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]?.slice(1, -1);
  // A host that hands on says this of everything, and what was wrong beside it.
  return message === undefined || message === 'Provider returned error' ? text.slice(0, 1000) : message;
}

function wordsOf(error: unknown): string {
  if (error instanceof CutAnswer) return error.message;
  return `the answer of the API broke off: ${error instanceof Error ? error.message : error}`;
}
