import * as z from 'zod';
import { sha256 } from '../platform/digest.ts';
import { parseJson } from '../platform/errors/json.ts';
import { readText } from '../platform/files/read-json.ts';
import type { FixtureSites } from './fixture-sites.ts';

const Header = z.looseObject({ name: z.string(), value: z.string() });
const Entry = z.looseObject({
  request: z.looseObject({
    method: z.string(),
    url: z.string().regex(/^https?:\/\//, 'must be an http(s) URL'),
  }),
  response: z.looseObject({
    status: z.int().min(100).max(599),
    headers: z.array(Header),
    content: z.looseObject({ text: z.string().optional(), encoding: z.string().optional() }),
  }),
});

/** The parts of a HAR 1.2 archive that are served again; all other fields are ignored. */
const Har = z.looseObject({ log: z.looseObject({ entries: z.array(Entry) }) });
export type HarEntry = z.infer<typeof Entry>;

/** Headers that described the recorded connection. Bodies are served decoded, over a new connection. */
const droppedHeaders =
  /^(content-encoding|content-length|transfer-encoding|alt-svc|strict-transport-security|connection|keep-alive|:.*)$/i;

/**
 * A recorded web to be served again. Each request gets the answers recorded for its method and URL, in the order of the
 * recording; the last answer repeats. Throws `UserError` naming file and field.
 */
export async function readHar(file: string): Promise<FixtureSites> {
  const who = `--web har:${file}`;
  const text = readText(file, who);
  const { entries } = parseJson(who, Har, text).log;
  const byHost = Map.groupBy(entries, ({ request }) => new URL(request.url).hostname);
  return {
    sha256: sha256(text),
    lookedIn: [file],
    hosts: new Set(byHost.keys()),
    open: () => ({
      hosts: new Map(
        [...byHost].map(([host, ofHost]) => {
          const left = Map.groupBy(ofHost, ({ request }) => keyOf(request.method, request.url));
          return [
            host,
            ({ method, url }: Request) => {
              const answers = left.get(keyOf(method, url));
              const entry = answers && answers.length > 1 ? answers.shift() : answers?.[0];
              return entry && responseOf(entry);
            },
          ];
        }),
      ),
    }),
  };
}

function keyOf(method: string, url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${method} ${origin}${pathname}${search}`;
}

function responseOf({ response: { status, headers, content } }: HarEntry): Response {
  const kept = new Headers();
  for (const { name, value } of headers) {
    if (droppedHeaders.test(name)) continue;
    // HAR joins several cookies in one header, one a line.
    for (const each of name.toLowerCase() === 'set-cookie' ? value.split('\n') : [value]) {
      try {
        kept.append(name, each);
      } catch {
        // Node rejects this header name or value; a page does not depend on it.
      }
    }
  }
  const bodyless = status === 204 || status === 205 || status === 304 || status < 200;
  const { text = '', encoding } = content;
  const body = bodyless ? null : Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return new Response(body, { status: status < 200 ? 204 : status, headers: kept });
}
