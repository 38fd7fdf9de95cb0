import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { pageFrom, toHttps } from '../real-site.ts';

/** Each yearly edition of ECMA-262 since 2016 has a path with its year. Here each serves the living edition. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  const [, page] = /^\/ecma262\/20(?:1[6-9]|2[0-5])\/(.*)$/.exec(pathname) ?? [];
  return toHttps(request) ?? (page === undefined ? undefined : editionPage(page));
};

const editionPage = (page: string): Response | undefined => {
  const file = page === '' || page.endsWith('/') ? `${page}index.html` : page;
  return files.has(file) ? pageFrom(new URL(`ecma262/${file}`, import.meta.url)) : undefined;
};

const files = new Set([
  'index.html',
  'multipage/index.html',
  'multipage/ecmascript-language-source-code.html',
]);
