import { setTimeout as delay } from 'node:timers/promises';
import type { CreateHost } from '../../../harness/web/host-handler.ts';

/** Filing takes 1,200 ms: whoever closed the message, it is done only when somebody has waited for it. */
const filingMs = 1200;

export const createHost: CreateHost = () => async (request) => {
  if (new URL(request.url).pathname !== '/api/filed') return undefined;
  if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
  const isMemo17 = (await request.text()) === '{"memo":17}';
  await delay(filingMs);
  return isMemo17 ? Response.json({ box: 13 }) : Response.json({ error: 'no such memo' }, { status: 422 });
};
