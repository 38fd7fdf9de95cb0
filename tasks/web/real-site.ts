import { readFileSync } from 'node:fs';

/** `http:` redirects to the same address under `https:`. README.md here lists these hosts and the sources. */
export function toHttps(request: Request): Response | undefined {
  const url = new URL(request.url);
  if (url.protocol !== 'http:') return undefined;
  url.protocol = 'https:';
  return redirectTo(url.href);
}

export const redirectTo = (location: string, status: 301 | 302 = 301): Response =>
  new Response(null, { status, headers: { location } });

/** A page at an address that differs from its file's path. */
export const pageFrom = (file: URL): Response =>
  new Response(readFileSync(file), { headers: { 'content-type': 'text/html; charset=utf-8' } });
