import { readdirSync } from 'node:fs';
import type { CreateHost } from '../../../harness/web/host-handler.ts';

/** The search field: an exact title leads straight to its article, anything else to a list of results. */
export const createHost: CreateHost = () => (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== '/w/index.php') return undefined;
  const wanted = (searchParams.get('search') ?? '').trim().toLowerCase();
  const exact = titles().find((title) => title.toLowerCase() === wanted);
  if (exact) return new Response(null, { status: 302, headers: { location: articleUrl(exact) } });
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const found = titles().filter((title) => words.some((word) => title.toLowerCase().includes(word)));
  return new Response(resultsPage(found), { headers: { 'content-type': 'text/html; charset=utf-8' } });
};

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
