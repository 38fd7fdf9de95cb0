import type { CreateHost } from '../../../../../harness/web/host-handler.ts';
import { page } from '../../../imitation.ts';

/** Pages that reload themselves, or load the next page, while they are open. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/ticker') return moving('News', '/ticker');
  const [, number] = /^\/slides\/(\d+)$/.exec(pathname) ?? [];
  return number === undefined ? undefined : moving(`Slide ${number}`, `/slides/${Number(number) + 1}`);
};

const moving = (title: string, next: string) =>
  page(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><script>setTimeout(() => location.replace('${next}'), 400)</script></body>
</html>`);
