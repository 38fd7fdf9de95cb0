import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { pageFrom, toHttps } from '../real-site.ts';

/** A version of a paper (`v1` to the newest, `v4`) has an abstract page of its own, here the same one. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  const isVersion = /^\/abs\/2401\.13919v[1-4]$/.test(pathname);
  return (
    toHttps(request) ?? (isVersion ? pageFrom(new URL('abs/2401.13919.html', import.meta.url)) : undefined)
  );
};
