import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { redirectTo } from '../real-site.ts';

/** Since the mobile pages moved to the main host, this name only leads there. */
export const createHost: CreateHost = () => (request) => {
  const { pathname, search } = new URL(request.url);
  return redirectTo(`https://en.wikipedia.org${pathname}${search}`, 302);
};
