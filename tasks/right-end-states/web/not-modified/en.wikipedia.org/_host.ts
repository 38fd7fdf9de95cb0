import { alteredPages, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html, request) => {
  if (html === '') return undefined;
  return request.headers.get('if-none-match') === '"1"'
    ? new Response(null, { status: 304 })
    : page(html, { etag: '"1"', 'cache-control': 'no-cache' });
});
