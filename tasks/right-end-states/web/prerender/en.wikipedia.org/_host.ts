import type { CreateHost } from '../../../../../harness/web/host-handler.ts';
import { page } from '../../../imitation.ts';

/** A page that prerenders the article before a click. */
export const createHost: CreateHost = () => (request) =>
  new URL(request.url).pathname === '/near' ? page(near) : undefined;

const near = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Near the river</title>
<script type="speculationrules">{ "prerender": [{ "urls": ["/wiki/Eiffel_Tower"], "eagerness": "immediate" }] }</script>
</head>
<body><h1>Near the river</h1><p><a href="/wiki/Eiffel_Tower">Eiffel Tower</a></p></body>
</html>`;
