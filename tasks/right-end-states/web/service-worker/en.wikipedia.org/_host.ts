import type { CreateHost } from '../../../../../harness/web/host-handler.ts';
import { atEndOfBody, page, standIn } from '../../../imitation.ts';

/** A service worker that caches each page and serves it from the cache. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/sw.js') return new Response(worker, { headers: { 'content-type': 'text/javascript' } });
  return pathname === '/wiki/Eiffel_Tower' || pathname === '/wiki/Light'
    ? page(atEndOfBody(standIn('en.wikipedia.org', pathname.slice(1)), registration))
    : undefined;
};

const registration = `<script>navigator.serviceWorker.register('/sw.js')</script>`;

const worker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith((async () => {
  const kept = await caches.open('pages');
  const found = await kept.match(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (event.request.method === 'GET') await kept.put(event.request, answer.clone());
  return answer;
})()));`;
