import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { debug } from '../../../platform/debug.ts';
import type { Quirk } from '../apis/api.ts';

type Message = {
  method: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | null;
  signal: AbortSignal;
};

/** Sends a request and resolves with the head of its answer. `fetch` would give up after five minutes of silence. */
export function send(url: URL, { method, headers, body, signal }: Message): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const target = `${method} ${url.origin}${url.pathname}`;
    debug('agent', () => `> ${target}, ${body?.length ?? 0} bytes`);
    const sent = request(url, { method, headers, signal }, (answer) => {
      debug('agent', () => `< ${answer.statusCode} of ${target}`);
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** Rejects where the message breaks off, or is longer than `maxBytes`. */
export async function readAll(message: AsyncIterable<Buffer>, maxBytes = 256 * 2 ** 20): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`a message of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** No answer came. */
export class Unreached extends Error {
  override name = 'Unreached';
  /** The request was taken, and then the connection was closed. */
  readonly wasConnected: boolean;

  constructor(cause: unknown) {
    super(`the API cannot be reached: ${wordsOf(cause)}`, { cause });
    this.wasConnected = cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
  }
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node gives the tries of several addresses together, without a word of its own.
  return (
    error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name)
  );
}

/** Who asks, in which version of the API. Others could change method, path, account or fields of a request. */
const asked =
  /^(accept|accept-language|user-agent|referer|http-referer|x-title|originator|(session|thread|conversation)[-_]id|x-(stainless|codex|claude-code|session)-[\w-]+|x-app|x-client-request-id|x-goog-api-client|anthropic-(version|beta|dangerous-direct-browser-access)|openai-beta)$/;

/** What of a request's headers goes on. Compressed answers could not be counted. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = Object.entries(headers).filter(([name]) => asked.test(name));
  return { ...Object.fromEntries(left), 'accept-encoding': 'identity' };
}

/** What clients read: kind, number and limits. */
const answered =
  /^(content-type|date|retry-after|retry-after-ms|request-id|x-request-id|x-should-retry|openai-(model|version|processing-ms)|(anthropic|x)-ratelimit-[\w-]+|x-reasoning-included)$/;

/** What of an answer's headers goes back, through the filter of the key. */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  filter: (text: string) => string,
): IncomingHttpHeaders {
  const left = Object.entries(headers).flatMap(([name, value]) =>
    answered.test(name) && typeof value === 'string' ? [[name, filter(value)] as const] : [],
  );
  return Object.fromEntries(left);
}

/** A compressed answer could not be counted, and may hold anything. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  return !/^(identity)?$/i.test(headers['content-encoding'] ?? '');
}

/** Five tries in a row that came to the same words. */
const sameTries = 5;

/** Notices an outage that is none: a host that says the same of a request each time, and never when to come back. */
export class SameRefusal {
  private last = '';
  private times = 0;

  isForGood(status: number, body: string, announced: number): boolean {
    // These say themselves that they pass: too many requests, overloaded, loading.
    const passes = status < 500 || status === 503 || status === 529;
    const now = `${status} ${body}`;
    this.times = passes || announced > 0 ? 0 : now === this.last ? this.times + 1 : 1;
    this.last = now;
    return this.times >= sameTries;
  }
}

/**
 * What an answer of an API that is no success means for an episode and its run.
 * `wait`: the same request may do later. `ends_run`: the API takes nothing of ours, so that no later episode could do
 * better. `moderated`: it refused what was said. `context`: what was said is longer than it takes. `refused`: the rest.
 */
type RefusalKind = 'wait' | 'ends_run' | 'moderated' | 'context' | 'refused';

export function refusalKind(status: number, body: string): RefusalKind {
  // Some hosts give the status of an outage to what no later try would change.
  if (status >= 500 && isTooLong(body)) return 'context';
  if (status >= 500 && isForGood(body)) return 'refused';
  if (status === 403) return isModeration(body) ? 'moderated' : 'ends_run';
  if (status === 401 || status === 402 || status === 404 || isOutOfCredit(body)) return 'ends_run';
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) return 'wait';
  if (isTooLong(body)) return 'context';
  return isModeration(body) ? 'moderated' : 'refused';
}

/**
 * Money or quota that waiting does not bring back. Not `exceeded your current quota`: Google says so of a minute's too,
 * and tells a day's by its id.
 */
function isOutOfCredit(body: string): boolean {
  return /credit balance is too low|insufficient_quota|insufficient_(credits|funds|balance)|insufficient (credits|funds|balance)|billing_hard_limit_reached|billing_not_active|out of credits|RequestsPerDay|InputTokensPerDay/i.test(
    body,
  );
}

function isTooLong(body: string): boolean {
  return /context_length_exceeded|prompt is too long|maximum context length|context window|context length|input token count.{0,40}exceeds|context size has been exceeded|n_keep|request_too_large|too many (input )?tokens|exceeds? the (available )?context/i.test(
    body,
  );
}

/** What a host says of the request itself: of its pictures, its tools, its template. An outage may speak of messages, too. */
function isForGood(body: string): boolean {
  return (
    ![null, 'bare_messages'].includes(quirkOf(body)) ||
    /failed to parse (messages|tool call arguments|grammar)|grammar .{0,40}(compiled|parsed?)|jinja|chat template|roles must alternate|system role not supported|unsupported content part/i.test(
      body,
    )
  );
}

/** What a host wants otherwise than others do, by the words in which it refuses a request; null for none that is known. */
export function quirkOf(refusal: string): Quirk | null {
  if (refusal.includes('max_completion_tokens')) return 'old_limit_name';
  if (/role 'user' after role 'tool'/.test(refusal)) return 'images_in_answers';
  if (
    /variant `?image_url|part type: \\*"?image_url|image input|not (a )?(multimodal|vision)|support images?|At most 0 image/i.test(
      refusal,
    )
  )
    return 'no_images';
  if (
    /invalid message content type|'content' field must be|\bcontent\b.{0,60}\b(null|nil|None)\b/.test(refusal)
  )
    return 'text_beside_calls';
  if (/\bdescription\b.{0,40}(too long|at most|maximum length|exceed)/i.test(refusal))
    return 'short_descriptions';
  const isUnknown = /unsupported|not supported|not permitted|not allowed|unknown|unrecognized|extra/i;
  return /\bmessages\b|\breasoning(_\w+)?'/.test(refusal) && isUnknown.test(refusal) ? 'bare_messages' : null;
}

function isModeration(body: string): boolean {
  return /flagged_input|moderation|content_policy|content_filter|content policy|responsible_?ai|PROHIBITED_CONTENT/i.test(
    body,
  );
}

/** `retry-after-ms`, `retry-after` in seconds or as a date, or Google's `retryDelay`; 0 where none is sent. */
export function announcedMs(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): number {
  const ms = Number.parseFloat(String(headers['retry-after-ms'] ?? ''));
  if (ms > 0) return ms;
  const after = String(headers['retry-after'] ?? '');
  const seconds = /"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1] ?? (/^[\d.]+$/.test(after) ? after : null);
  const announced = seconds === null ? Date.parse(after) - Date.now() : Number.parseFloat(seconds) * 1000;
  return announced > 0 ? announced : 0;
}
