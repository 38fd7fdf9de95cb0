import { createHash } from 'node:crypto';
import type { FixtureSites } from '../../web/fixture-sites.ts';
import type { Channel, Place } from './channel.ts';

const host = 'channels.test';
const frameHost = 'elsewhere.test';

export const probeUrls = {
  main: `https://${host}/`,
  dialog: `https://${host}/dialog`,
  /** Requested after the page has run its scripts. */
  ran: `https://${host}/ran`,
};

/** A unique word for the channel, the same in every run. */
export function canaryOf({ id }: Pick<Channel, 'id'>): string {
  return `ck${createHash('sha256').update(`channel ${id}`).digest('hex').slice(0, 12)}`;
}

/** A page with the canary of every channel in its place, and a page with a dialog. */
export function probePages(channels: readonly Channel[]): FixtureSites {
  const places = channels.map((channel) => channel.place(canaryOf(channel)));
  const all = (part: keyof Place) => places.flatMap((place) => place[part] ?? []).join('\n');
  const main = document(
    all('head'),
    `<h1>A page</h1>\n${all('body')}\n<iframe title="Elsewhere" src="https://${frameHost}/"></iframe>
<script>${all('script')}\naddEventListener('load', () => fetch('/ran'));</script>`,
  );
  const dialog = document(
    '<title>A question</title>',
    `<h1>A question</h1><script>setTimeout(() => alert(${all('dialog')}), 100);</script>`,
  );
  const answer = (path: string) => {
    if (path === '/') return page(main, { 'x-note': all('header') });
    return path === '/dialog' ? page(dialog) : new Response('{}');
  };
  return {
    sha256: createHash('sha256').update(main).update(dialog).digest('hex'),
    lookedIn: [],
    hosts: new Set([host, frameHost]),
    open: () => ({
      hosts: new Map([
        [host, (request: Request) => answer(new URL(request.url).pathname)],
        [frameHost, () => page(document('<title>Elsewhere</title>', all('frame')))],
      ]),
    }),
  };
}

function document(head: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">${head}<body>${body}</body></html>\n`;
}

function page(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}
