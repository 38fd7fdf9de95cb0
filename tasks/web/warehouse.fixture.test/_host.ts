import type { CreateHost } from '../../../harness/web/host-handler.ts';

/** Counting always breaks down, as a server does on a bad day. */
export const createHost: CreateHost = () => (request) => {
  if (new URL(request.url).pathname !== '/api/recount') return undefined;
  if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
  return Response.json({ error: 'scanner 7 does not answer' }, { status: 500 });
};
