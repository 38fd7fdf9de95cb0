import { readFileSync } from 'node:fs';
import type { CreateHost } from '../../harness/web/host-handler.ts';

/** The page of the fixture site that an imitation changes; `path` has no extension. */
export const standIn = (host: string, path: string): string =>
  readFileSync(new URL(`../web/${host}/${path}.html`, import.meta.url), 'utf8');

export const page = (html: string, headers: Record<string, string> = {}): Response =>
  new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

export const atEndOfBody = (html: string, addition: string): string =>
  html.replace('</body>', `${addition}\n</body>`);

export const article = (): string => standIn('en.wikipedia.org', 'wiki/Eiffel_Tower');

/** Serves each page below a path after `alter` has changed the fixture site's page. */
export const alteredPages =
  (below: string, alter: (html: string, request: Request) => Response | undefined): CreateHost =>
  () =>
  (request) => {
    const { hostname, pathname } = new URL(request.url);
    const isAltered = request.method === 'GET' && pathname.startsWith(below);
    return isAltered ? alter(readOrNothing(hostname, pathname.slice(1)), request) : undefined;
  };

/** Removes an element, and lets a timer that starts on load render it. */
export const drawnLater = (path: string, selector: string, afterMs: number): CreateHost =>
  alteredPages(path, (html) =>
    html === ''
      ? undefined
      : page(
          atEndOfBody(
            html,
            `<script>
const late = document.querySelector(${JSON.stringify(selector)});
const place = document.createComment('');
late.replaceWith(place);
addEventListener('load', () => setTimeout(() => place.replaceWith(late), ${afterMs}));
</script>`,
          ),
        ),
  );

function readOrNothing(host: string, path: string): string {
  try {
    return standIn(host, path);
  } catch {
    return '';
  }
}
