import type { CreateHost } from '../../../../../harness/web/host-handler.ts';
import { page } from '../../../imitation.ts';

const article = '/wiki/Eiffel_Tower';

/** Short addresses that redirect to the article in all possible ways. */
export const createHost: CreateHost = () => (request) => {
  const [, way = ''] = /^\/s\/(\w+)$/.exec(new URL(request.url).pathname) ?? [];
  if (/^30[12378]$/.test(way))
    return new Response(null, { status: Number(way), headers: { location: article } });
  return ways[way]?.();
};

const ways: Record<string, () => Response> = {
  twice: () => new Response(null, { status: 302, headers: { location: '/s/301' } }),
  meta: () =>
    page(`<!doctype html><meta http-equiv="refresh" content="0; url=${article}"><p>One moment.</p>`),
  refresh: () => page('<!doctype html><p>One moment.</p>', { refresh: `0; url=${article}` }),
  replace: () => page(`<!doctype html><p>One moment.</p><script>location.replace('${article}')</script>`),
};
