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

/** Sends a request and resolves with the head of its answer. `fetch` would time out after five silent minutes. */
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

/** Rejects if the message breaks off or is longer than `maxBytes`. */
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

/** There was no answer. */
export class Unreached extends Error {
  override name = 'Unreached';
  /** The connection was closed after the request was accepted. */
  readonly wasConnected: boolean;

  constructor(cause: unknown) {
    super(`the API cannot be reached: ${wordsOf(cause)}`, { cause });
    this.wasConnected = cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
  }
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node joins the errors of several addresses without a message of its own.
  return (
    error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name)
  );
}

/** Headers with the client and the API version. Others could change method, path, account or fields of a request. */
const asked =
  /^(accept|accept-language|user-agent|referer|http-referer|x-title|originator|(session|thread|conversation)[-_]id|x-(stainless|codex|claude-code|session)-[\w-]+|x-app|x-client-request-id|x-goog-api-client|anthropic-(version|beta|dangerous-direct-browser-access)|openai-beta)$/;

/** The headers to forward. Compression is excluded, because compressed answers could not be counted. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = Object.entries(headers).filter(([name]) => asked.test(name));
  return { ...Object.fromEntries(left), 'accept-encoding': 'identity' };
}

/** Headers that clients read: type, ids and limits. */
const answered =
  /^(content-type|date|retry-after|retry-after-ms|request-id|x-request-id|x-should-retry|openai-(model|version|processing-ms)|(anthropic|x)-ratelimit-[\w-]+|x-reasoning-included)$/;

/** The headers of an answer to return, with the key filtered. */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  filter: (text: string) => string,
): IncomingHttpHeaders {
  const left = Object.entries(headers).flatMap(([name, value]) =>
    answered.test(name) && typeof value === 'string' ? [[name, filter(value)] as const] : [],
  );
  return Object.fromEntries(left);
}

/** Whether an answer is compressed; then it could not be counted or filtered. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  return !/^(identity)?$/i.test(headers['content-encoding'] ?? '');
}

/** The number of consecutive tries with the same refusal. */
const sameTries = 5;

/** Detects a refusal that looks like an outage: the host repeats the same answer and never says when to retry. */
export class SameRefusal {
  private last = '';
  private times = 0;

  isForGood(status: number, body: string, announced: number): boolean {
    // These statuses are temporary: too many requests, overloaded, loading.
    const passes = status < 500 || status === 503 || status === 529;
    const now = `${status} ${body}`;
    this.times = passes || announced > 0 ? 0 : now === this.last ? this.times + 1 : 1;
    this.last = now;
    return this.times >= sameTries;
  }
}

/**
 * The meaning of an API's unsuccessful answer for an episode and its run. `wait`: the same request may succeed later.
 * `ends_run`: the API rejects all requests, so later episodes would fail as well. `moderated`: it refused the content.
 * `context`: the prompt is too long. `refused`: the rest.
 */
type RefusalKind = 'wait' | 'ends_run' | 'moderated' | 'context' | 'refused';

export function refusalKind(status: number, body: string): RefusalKind {
  if (hasNoTools(body)) return 'ends_run';
  // Some hosts use the status of an outage for permanent refusals.
  if (status >= 500 && isTooLong(body)) return 'context';
  if (status >= 500 && isForGood(body)) return 'refused';
  if (status === 403) return isModeration(body) ? 'moderated' : 'ends_run';
  if (status === 401 || status === 402 || status === 404 || isOutOfCredit(body)) return 'ends_run';
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) return 'wait';
  if (isTooLong(body)) return 'context';
  return isModeration(body) ? 'moderated' : 'refused';
}

/**
 * Spent credit or quota, which does not return by waiting. `exceeded your current quota` is not enough, because Google
 * also uses it for quotas per minute; a quota per day has its own id.
 */
function isOutOfCredit(body: string): boolean {
  return /credit balance is too low|insufficient_quota|insufficient_(credits|funds|balance)|insufficient (credits|funds|balance)|billing_hard_limit_reached|billing_not_active|out of credits|RequestsPerDay|InputTokensPerDay/i.test(
    body,
  );
}

/** The model or its server cannot call tools at all: no template with tools, or no parser of calls. */
function hasNoTools(body: string): boolean {
  return /does not support tools|tools param requires --jinja|tool choice requires --enable-auto-tool-choice/i.test(
    body,
  );
}

function isTooLong(body: string): boolean {
  return /context_length_exceeded|prompt is too long|maximum context length|context window|context length|input token count.{0,40}exceeds|context size has been exceeded|n_keep|request_too_large|too many (input )?tokens|exceeds? the (available )?context/i.test(
    body,
  );
}

/**
 * Refusals that concern the request itself: its images, its tools, its template. The word "messages" alone is not
 * enough, because outages use it too.
 */
function isForGood(body: string): boolean {
  return (
    ![null, 'bare_messages'].includes(quirkOf(body)) ||
    /failed to parse (messages|tool call arguments|grammar)|grammar .{0,40}(compiled|parsed?)|jinja|chat template|roles must alternate|system role not supported|unsupported content part/i.test(
      body,
    )
  );
}

/** The deviation of a host, from the text of its refusal; null if none is known. */
export function quirkOf(refusal: string): Quirk | null {
  if (/stream_options/.test(refusal)) return 'no_stream_options';
  if (
    /\bstream(s|ing)?\b.{0,60}(not (yet )?(supported|available)|unsupported)|tools with stream/i.test(refusal)
  )
    return 'no_streams';
  if (/\bmax_tokens\b.{0,80}\buse .{0,3}max_completion_tokens\b/i.test(refusal)) return 'new_limit_name';
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

/** `retry-after-ms`, `retry-after` in seconds or as a date, or Google's `retryDelay`; 0 if none is sent. */
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
