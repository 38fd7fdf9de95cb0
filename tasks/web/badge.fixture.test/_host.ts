import type { CreateHost } from '../../../harness/web/host-handler.ts';

/** Knows a visitor by the cookie alone: nothing is kept here, so whatever is known came with the browser. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  if (pathname !== '/api/badge' && pathname !== '/api/look') return undefined;
  if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
  if (pathname === '/api/badge') {
    const headers = { 'set-cookie': 'badge=V-208; Path=/; Max-Age=86400; Secure; HttpOnly' };
    return Response.json({ number: 'V-208' }, { status: 201, headers });
  }
  const [, number] = /(?:^|; )badge=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
  return number ? Response.json({ number }) : new Response(null, { status: 204 });
};
