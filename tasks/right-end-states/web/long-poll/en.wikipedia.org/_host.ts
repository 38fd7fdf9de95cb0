import type { CreateHost } from '../../../../../harness/web/host-handler.ts';
import { article, atEndOfBody, page } from '../../../imitation.ts';

/** The article requests news, and the response never arrives. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/news') return new Promise(() => {});
  return pathname === '/wiki/Eiffel_Tower'
    ? page(atEndOfBody(article(), "<script>fetch('/news')</script>"))
    : undefined;
};
