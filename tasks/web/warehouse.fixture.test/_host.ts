import { readFileSync } from 'node:fs';
import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { openPasses } from '../document-pass.ts';

const error = 'scanner 7 does not answer';

/** The count always fails with a server error. From then on, the stock page reports it. */
export const createHost: CreateHost = () => {
  const passes = openPasses();
  let hasFailed = false;
  return (request) => {
    const pathname = new URL(request.url).pathname.replace(/\.html$/, '');
    if (pathname === '/stock') {
      const html = readFileSync(new URL('stock.html', import.meta.url), 'utf8');
      return passes.serve(request, html, {
        status: hasFailed ? `The count failed (500): ${error}.` : 'Ready.',
      });
    }
    if (pathname !== '/api/recount') return undefined;
    if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
    if (!passes.carriedBy(request)) return Response.json({ error: 'use the button' }, { status: 403 });
    hasFailed = true;
    return Response.json({ error }, { status: 500 });
  };
};
