import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { openPasses } from '../document-pass.ts';

/** Filing takes 1,200 ms, so closing the message alone does not complete it. */
const filingMs = 1200;

/**
 * Remembers whether memo 17 is filed, and shows it on every later page. A memo is filed only once, and only
 * with the slip that came with the office's own message.
 */
export const createHost: CreateHost = () => {
  const passes = openPasses();
  const slips = new Set<string>();
  let box: number | null = null;
  return async (request) => {
    const pathname = new URL(request.url).pathname.replace(/\.html$/, '');
    if (pathname === '/' || pathname === '/index')
      return passes.serve(request, page('index.html'), { state: box === null ? 'open' : 'filed' });
    if (pathname === '/memos/17')
      return passes.serve(request, page('memos/17.html'), {
        state: box === null ? 'Open.' : `Filed in box ${box}.`,
      });
    if (pathname !== '/api/message' && pathname !== '/api/filed') return undefined;
    if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
    if (!passes.carriedBy(request))
      return Response.json({ error: 'use the page of the memo' }, { status: 403 });
    return pathname === '/api/message' ? giveMessage() : file(await request.text());
  };

  function giveMessage(): Response {
    const slip = crypto.randomUUID();
    slips.add(slip);
    return Response.json({ text: 'Box 12 is full. The next one is taken.', slip });
  }

  async function file(body: string): Promise<Response> {
    if (!slips.delete(body)) return Response.json({ error: 'no such slip' }, { status: 422 });
    await delay(filingMs);
    box = 13;
    return Response.json({ box });
  }
};

const page = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
