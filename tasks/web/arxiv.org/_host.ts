import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { pageFrom, toHttps } from '../real-site.ts';

/** Each version of a paper (`v1` to the newest, `v4`) has its own abstract page. Here all versions share one page. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  const isVersion = /^\/abs\/2401\.13919v[1-4]$/.test(pathname);
  return (
    toHttps(request) ?? (isVersion ? pageFrom(new URL('abs/2401.13919.html', import.meta.url)) : undefined)
  );
};
