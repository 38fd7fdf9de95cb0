import { readFileSync } from 'node:fs';

/** `http:` is answered by the same address under `https:`. Which host does so, and how that is known: README.md beside this. */
export function toHttps(request: Request): Response | undefined {
  const url = new URL(request.url);
  if (url.protocol !== 'http:') return undefined;
  url.protocol = 'https:';
  return redirectTo(url.href);
}

export const redirectTo = (location: string, status: 301 | 302 = 301): Response =>
  new Response(null, { status, headers: { location } });

/** A page at another address than that of its file. */
export const pageFrom = (file: URL): Response =>
  new Response(readFileSync(file), { headers: { 'content-type': 'text/html; charset=utf-8' } });
