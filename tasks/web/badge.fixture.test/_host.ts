import { readFileSync } from 'node:fs';
import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { isOpened } from '../document-pass.ts';

/**
 * Remembers visits and badges; a cookie only names a visit. An unknown cookie came with the browser from
 * elsewhere or was forged, so it counts neither as a badge nor as no badge.
 */
export const createHost: CreateHost = () => {
  const visits = new Set<string>();
  const badges = new Set<string>();
  return (request) => {
    const pathname = new URL(request.url).pathname.replace(/\.html$/, '');
    if (pathname === '/desk') return openDesk(request);
    if (pathname !== '/api/badge' && pathname !== '/api/look') return undefined;
    if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
    const visit = cookieOf(request, 'visit') ?? '';
    if (!visits.has(visit)) return Response.json({ error: 'come to the desk' }, { status: 403 });
    return pathname === '/api/badge' ? issue(visit) : look(visit, cookieOf(request, 'badge'));
  };

  function openDesk(request: Request): Response | undefined {
    if (!isOpened(request) || visits.has(cookieOf(request, 'visit') ?? '')) return undefined;
    const visit = crypto.randomUUID();
    visits.add(visit);
    return new Response(readFileSync(new URL('desk.html', import.meta.url)), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': `visit=${visit}; Path=/; Secure; HttpOnly`,
      },
    });
  }

  function issue(visit: string): Response {
    badges.add(visit);
    // The value names the visit of the badge, so that a badge of an earlier visit is recognised.
    const headers = { 'set-cookie': `badge=${visit}; Path=/; Max-Age=86400; Secure; HttpOnly` };
    return Response.json({ number: 'V-208' }, { status: 201, headers });
  }

  function look(visit: string, badge: string | undefined): Response {
    if (badges.has(visit) && badge === visit) return Response.json({ number: 'V-208' });
    if (badge === undefined && !badges.has(visit)) return new Response(null, { status: 204 });
    return Response.json({ error: 'this badge is not ours' }, { status: 409 });
  }
};

const cookieOf = (request: Request, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1];
