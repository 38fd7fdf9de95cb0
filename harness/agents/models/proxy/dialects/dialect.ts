import * as z from 'zod';
import { jsonOrUndefined } from '../../../../platform/errors/json.ts';
import type { Usage } from '../usage.ts';

/** One API of a vendor as it is seen on the wire, by whoever stands between a client and it. */
export type Dialect = {
  id: string;
  /** Of the vendor's own API, below which its paths lie. */
  baseUrl: string;
  /** The path below the base URL that a request for this path goes to; null where this dialect does not know it. */
  upstreamPath(path: string): string | null;
  /** Whether such a request makes a model speak, and is paid for. */
  isPaid(path: string): boolean;
  keyHeaders(key: string): Record<string, string>;
  /** What of a request's body or path the proxy must know. */
  asks(body: Json, path: string): Asks;
  /** Adds what one object of an answer says of its usage: the whole answer, or an event of a stream. */
  usageIn(said: Json, before: Usage | null): Usage | null;
  /** The model that an answer says it is from. */
  modelIn(said: Json): string | null;
  /** A refusal in the vendor's own shape, of a kind that clients do not send again. */
  refusal(message: string): object;
};

export type Asks = {
  model: string;
  /** The most output tokens; null where the request sets no limit. */
  maxOutput: number | null;
  /** Tools that the vendor would run by itself: a way past the browser. */
  serverTools: string[];
};

export const Json = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof Json>;

/** What is no object has no fields. */
export function objectOf(value: unknown): Json {
  return Json.safeParse(value).data ?? {};
}

/** Null for what is invalid JSON. */
export function jsonIn(body: Buffer): unknown {
  return jsonOrUndefined(body.toString('utf8')) ?? null;
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A count that an API reports; null for what is none. */
export function countIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
