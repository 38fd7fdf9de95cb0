import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { redirectTo, toHttps } from '../real-site.ts';

/** Adds or normalises the locale, removes a slash at the end, and redirects a moved page. */
export const createHost: CreateHost = () => (request) => {
  const { pathname, search } = new URL(request.url);
  const canonical = canonicalPath(pathname);
  return toHttps(request) ?? (canonical === pathname ? undefined : redirectTo(canonical + search, 302));
};

function canonicalPath(pathname: string): string {
  const [, path = ''] = /^(?:\/en-us(?=\/|$))?(.*)$/i.exec(pathname) ?? [];
  if (path === '' || path === '/') return '/en-US/';
  const page = `/en-US${path.replace(/\/$/, '')}`;
  return page === '/en-US/docs/Web/API/fetch' ? '/en-US/docs/Web/API/Window/fetch' : page;
}
