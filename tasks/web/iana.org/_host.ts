import type { CreateHost } from '../../../harness/web/host-handler.ts';

/** The bare name only redirects, as on the real site. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  const target = pathname === '/domains/example' ? '/help/example-domains' : pathname;
  return new Response(null, { status: 301, headers: { location: `https://www.iana.org${target}` } });
};
