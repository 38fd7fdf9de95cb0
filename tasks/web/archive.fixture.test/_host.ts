import { setTimeout as delay } from 'node:timers/promises';
import type { CreateHost } from '../../../harness/browser/host-handler.ts';

/** The report and its figures take 400 ms each, one after the other; the files are served as they are. */
export const createHost: CreateHost = () => async (request) => {
  if (['/report', '/figures.json'].includes(new URL(request.url).pathname)) await delay(400);
  return undefined;
};
