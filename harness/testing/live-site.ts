import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { folderOf } from './folder-of.ts';

/** A real site on the loopback address, standing in for the internet: a cookie, a redirect, JSON fetched by a script. */
export async function liveSite(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url = '/', headers }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes; Path=/' });
      response.end('<h1>Start</h1><a href="/old">on</a>');
    } else if (url === '/old') response.writeHead(302, { location: '/goal' }).end();
    else if (url === '/goal') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<p id="out"></p><script>fetch("/data").then((r) => r.json()).then(({ word }) => { document.querySelector("#out").textContent = word + ", " + document.cookie; })</script>',
      );
    } else if (url === '/data') {
      const word = headers.cookie?.includes('seen=yes') ? 'with a cookie' : 'without';
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ word }));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A folder with a task of that site, `own.md`, and the one call that does it, `calls.jsonl`. */
export async function liveTask(url: string, tool: string): Promise<string> {
  return folderOf({
    'own.md': `---
id: own
title: Own
goal: 'Follow the link.'
startUrl: ${url}/
judge: end
verify: live
maxSteps: 5
maxDurationMs: 30000
success:
  kind: and
  children:
    - { kind: url, pattern: '/goal$' }
    - { kind: dom_text, selector: '#out', contains: 'with a cookie, seen=yes' }
---
why
`,
    'calls.jsonl': `{"tool": "${tool}", "args": {"url": "${url}/old"}}\n`,
  });
}
