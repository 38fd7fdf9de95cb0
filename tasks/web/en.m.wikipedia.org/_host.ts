import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { redirectTo } from '../real-site.ts';

/** Redirects to the main host, because the mobile pages moved there. */
export const createHost: CreateHost = () => (request) => {
  const { pathname, search } = new URL(request.url);
  return redirectTo(`https://en.wikipedia.org${pathname}${search}`, 302);
};
