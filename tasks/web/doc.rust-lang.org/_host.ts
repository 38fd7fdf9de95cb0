import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { pageFrom, toHttps } from '../real-site.ts';

/** Each channel has the whole documentation below its name. `core` documents `str` as `std` does. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  const [, page] = /^\/(?:(?:stable|beta|nightly)\/)?(?:std|core)\/(.*)$/.exec(pathname) ?? [];
  return (
    toHttps(request) ??
    (files.has(page ?? '') ? pageFrom(new URL(`std/${page}`, import.meta.url)) : undefined)
  );
};

const files = new Set(['primitive.str.html', 'string/struct.String.html', 'ops/trait.Deref.html']);
