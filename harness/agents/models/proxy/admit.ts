import type { IncomingMessage } from 'node:http';
import { readBody } from '../apis/allowed.ts';
import { type Allowed, type Api, Json } from '../apis/api.ts';
import { readAll } from './upstream.ts';

/** A request to forward, serialised again from its parsed form. */
export type Admitted = { path: string; search: string; body: Json; text: string | null };

/** The reason why a request is not forwarded; `status` is the HTTP status. */
export type Rejected = {
  status: 400 | 405;
  word: 'server_tool' | 'refused';
  why: string;
  serverTools: number;
};

/** Any process of the machine can reach the port, but only the episode's has the placeholder. */
export function isOurs({ headers }: IncomingMessage, url: URL, placeholder: string): boolean {
  const given = [
    headers.authorization?.replace(/^Bearer /i, ''),
    headers['x-api-key'],
    headers['x-goog-api-key'],
    url.searchParams.get('key'),
  ];
  return given.includes(placeholder);
}

/**
 * The path of a request if it is unambiguous. Null for escapes, empty or dotted segments, or other characters than in
 * names.
 */
export function plainPath(url: string): string | null {
  const [path = ''] = url.split('?');
  return /^(\/(?!\.+(\/|$))[\w.:-]+)+$/.test(path) ? path : null;
}

/** Checks a request for a path of the API. */
export async function admit(
  request: IncomingMessage,
  query: URLSearchParams,
  path: string,
  api: Api,
  allowsServerTools: boolean,
): Promise<Admitted | { rejected: Rejected; body: unknown }> {
  const search = searchOf(query, api.allowed);
  const method = api.isLookup(path) ? 'GET' : 'POST';
  if (request.method !== method)
    return reject(`${path}: got ${request.method}; expected ${method}`, { status: 405 });
  // A lookup has no body.
  if (method === 'GET') return { path, search, body: {}, text: null };
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return reject(`content-encoding: got ${encoding}; expected none`);
  const read = jsonObject(await readAll(request));
  if ('why' in read) return reject(`the body: ${read.why}`);
  const { body, faults } = readBody(read.object, api.allowed);
  const [fault] = faults.others;
  if (faults.serverTools.length > 0 && !allowsServerTools)
    return reject(
      `tools and sources outside the browser are not allowed here: ${faults.serverTools.join(', ')}`,
      { word: 'server_tool', serverTools: faults.serverTools.length, body },
    );
  if (fault !== undefined) return reject(fault, { body });
  return { path, search, body, text: JSON.stringify(body) };
}

function reject(why: string, { body = null, ...more }: Partial<Rejected> & { body?: unknown } = {}) {
  const rejected: Rejected = {
    status: 400,
    word: 'refused',
    serverTools: 0,
    ...more,
    why: why.slice(0, 1000),
  };
  return { rejected, body };
}

/** The parameters that the API is known to accept. */
function searchOf(query: URLSearchParams, { query: allowed }: Allowed): string {
  const left = Object.entries(allowed).flatMap(([name, values]) => {
    const value = query.get(name);
    return value !== null && values.test(value) ? [[name, value]] : [];
  });
  return left.length === 0 ? '' : `?${new URLSearchParams(left)}`;
}

const deepest = 200;

/** A body that all parsers read alike: UTF-8 without a byte order mark, an object, each name once. */
function jsonObject(bytes: Buffer): { object: Json } | { why: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const { data } = Json.safeParse(JSON.parse(text));
    if (!data) return { why: 'got another JSON value; expected an object' };
    const [written, read] = [membersIn(text), membersOf(data, 0)];
    if (read === null) return { why: `got more than ${deepest} levels; expected fewer` };
    if (written !== read) return { why: 'got a name twice in an object; expected it once' };
    return { object: data };
  } catch (error) {
    return {
      why: `got invalid JSON in UTF-8 (${error instanceof Error ? error.message : error}); expected an object`,
    };
  }
}

/** The number of members, from the colons outside of strings. */
function membersIn(text: string): number {
  let members = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isString = !isString;
    else if (isString && letter === '\\') at += 1;
    else if (!isString && letter === ':') members += 1;
  }
  return members;
}

/** The number of members of all objects; null for a value that is too deep. */
function membersOf(value: unknown, depth: number): number | null {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > deepest) return null;
  let members = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const child of Object.values(value)) {
    const below = membersOf(child, depth + 1);
    if (below === null) return null;
    members += below;
  }
  return members;
}
