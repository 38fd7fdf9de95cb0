import { setTimeout as delay } from 'node:timers/promises';
import type { CreateHost } from '../../../harness/web/host-handler.ts';

/**
 * The report takes 400 ms, its figures another 1,400 ms; other files are served at once. A click that waits
 * for the page load ends long before the figures arrive, even on a busy machine.
 */
const delays: Record<string, number> = { '/report': 400, '/figures.json': 1400 };

export const createHost: CreateHost = () => async (request) => {
  await delay(delays[new URL(request.url).pathname] ?? 0);
  return undefined;
};
