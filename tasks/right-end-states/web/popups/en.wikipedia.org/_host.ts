import type { CreateHost } from '../../../../../harness/web/host-handler.ts';
import { article, atEndOfBody, page } from '../../../imitation.ts';

const target = '/wiki/Eiffel_Tower';

/** A page with all ways to open the article, and an article with a help window. */
export const createHost: CreateHost = () => (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/near') return page(near);
  if (pathname === '/help')
    return page('<!doctype html><title>Help</title><h1>Help</h1><p>Ask the librarian.</p>');
  if (pathname === '/go') return new Response(null, { status: 303, headers: { location: target } });
  return pathname === target ? page(atEndOfBody(article(), help)) : undefined;
};

const help = `<button type="button" id="help" onclick="window.open('/help')">Help</button>`;

const near = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Near the river</title></head>
<body>
<h1>Near the river</h1>
<p><a id="tab-link" href="${target}" target="_blank">In a tab</a></p>
<form action="${target}"><button id="go">Go</button></form>
<form action="${target}" target="_blank"><button id="go-tab">Go in a tab</button></form>
<form action="/go" method="post"><button id="go-post">Send</button></form>
<button type="button" id="open-article" onclick="window.open('${target}')">Open</button>
</body>
</html>`;
