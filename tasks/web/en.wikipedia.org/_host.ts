import { readdirSync, readFileSync } from 'node:fs';
import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { pageFrom, redirectTo, toHttps } from '../real-site.ts';

/**
 * Articles as MediaWiki serves them. A variant of a title redirects to the canonical title. A redirect title
 * shows its article and sets the address by script. The search redirects an exact title to its article.
 */
export const createHost: CreateHost = () => (request) => toHttps(request) ?? answer(new URL(request.url));

function answer({ pathname, searchParams }: URL): Response | undefined {
  if (pathname.startsWith('/wiki/')) return article(pathname);
  if (pathname !== '/w/index.php') return undefined;
  const title = searchParams.get('title');
  return title !== null && titles().includes(title.replaceAll('_', ' ')) && !searchParams.has('search')
    ? pageFrom(articleFile(title))
    : search((searchParams.get('search') ?? '').trim().toLowerCase());
}

function article(pathname: string): Response | undefined {
  const asked = titleIn(pathname);
  const target = redirects.get(asked);
  if (target !== undefined) return articleOfRedirect(target);
  const key = (asked.charAt(0).toUpperCase() + asked.slice(1)).replaceAll(' ', '_');
  return key !== asked && titles().includes(key.replaceAll('_', ' '))
    ? redirectTo(`/wiki/${key}`)
    : undefined;
}

/** Redirect pages of Wikipedia that an agent may type or reach in these tasks. */
const redirects = new Map([
  ['Eiffel_tower', 'Eiffel_Tower'],
  ['Tour_Eiffel', 'Eiffel_Tower'],
  ['Speed_of_Light', 'Speed_of_light'],
  ['Light_speed', 'Speed_of_light'],
]);

/** Does what `mediawiki.action.view.redirect` does on the real page, with the target that the page names. */
function articleOfRedirect(title: string): Response {
  const script = `<script>history.replaceState(history.state, '', '/wiki/${title}' + location.hash);</script>`;
  const html = readFileSync(articleFile(title), 'utf8').replace('</head>', `${script}</head>`);
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function titleIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/wiki/'.length));
  } catch {
    return '';
  }
}

const articleFile = (title: string) => new URL(`wiki/${title.replaceAll(' ', '_')}.html`, import.meta.url);

function search(wanted: string): Response {
  const exact = titles().find((title) => title.toLowerCase() === wanted);
  if (exact) return redirectTo(articleUrl(exact), 302);
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const found = titles().filter((title) => words.some((word) => title.toLowerCase().includes(word)));
  return new Response(resultsPage(found), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const titles = () =>
  readdirSync(new URL('wiki/', import.meta.url)).map((file) =>
    file.replace(/\.html$/, '').replaceAll('_', ' '),
  );

const articleUrl = (title: string) => `/wiki/${title.replaceAll(' ', '_')}`;

const resultsPage = (found: string[]) => `<!doctype html>
<!-- Stand-in for https://en.wikipedia.org/w/index.php?title=Special:Search
     Written for this benchmark: the structure of the real page, not its text. -->
<html lang="en">
<head><meta charset="utf-8"><title>Search results - Wikipedia</title></head>
<body>
<main id="content" class="mw-body">
<h1 id="firstHeading">Search results</h1>
<p>${found.length === 0 ? 'No article matches.' : `${found.length} articles match.`}</p>
<ul class="mw-search-results">
${found.map((title) => `<li class="mw-search-result"><a href="${articleUrl(title)}">${title}</a></li>`).join('\n')}
</ul>
</main>
</body>
</html>
`;
