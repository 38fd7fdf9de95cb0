import { alteredPages, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html) =>
  html === '' ? undefined : page(html, { 'cache-control': 'max-age=600' }),
);
