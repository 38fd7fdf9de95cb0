import type { Answer, Tool } from '../servers/answer.ts';
import type { Usage } from './usage.ts';

/** One tool call that a model asks for. */
export type AskedCall = {
  /** The vendor's name of this call, by which its answer is given back. */
  id: string;
  tool: string;
} & (
  | { args: Record<string, unknown> }
  /** Why what was asked for is no call that could be sent. */
  | { wrong: string }
);

/** What a model answered to one request. */
export type ModelTurn = {
  calls: AskedCall[];
  text: string;
  /** `cut`: at the limit of output tokens; what it asks for may be incomplete. */
  end: 'calls' | 'done' | 'cut';
  /** Null where the API reported none. */
  usage: Usage | null;
};

/** What has been said since the last answer whose usage is known, for the estimate of the next request's tokens. */
export type Unsent = { bytes: number; images: number };

/** A conversation with one vendor's API about one episode; it keeps the messages in the vendor's own form. */
export type Conversation = {
  unsent(): Unsent;
  /** Sends what has been said so far. Throws `ApiRefusal` or `CutAnswer`, anything else as it comes. */
  ask(signal: AbortSignal): Promise<ModelTurn>;
  /** Gives the answers of all the calls of the last turn, cut to what a model is handed. */
  answer(answers: readonly { id: string; answer: Answer }[]): void;
  say(text: string): void;
};

export type ConversationOptions = {
  model: string;
  maxTokens: number;
  apiKey: string;
  baseUrl: string | null;
  system: string;
  prompt: string;
  tools: readonly Tool[];
  /** How requests are sent; it notes the waiting between tries. */
  fetch: typeof fetch;
};

/** The API does not take requests of ours at all (key, model, bill): no later episode could do better. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
}

/** The answer broke off or was not what the protocol promises; the same request may be sent again. */
export class CutAnswer extends Error {
  override name = 'CutAnswer';
}

/** The SDKs retry for as long as we let them; `Patience` sets the end. */
export const sdkRetries = 10_000;

const refusals = [401, 402, 403, 404];

/** Sends by an SDK and tells apart what it throws: `ApiError` is the SDK's own, with the HTTP status it had, if any. */
export async function sendBy<T>(
  ApiError: abstract new (...args: never[]) => Error & { status: number | undefined },
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (signal.aborted) throw error;
    // An answer whose body broke off has no status, and the SDKs send again only what has.
    if (!(error instanceof ApiError)) throw new CutAnswer(`the answer of the API broke off: ${error}`);
    if (error.status !== undefined && refusals.includes(error.status)) throw new ApiRefusal(error.message);
    throw error;
  }
}
