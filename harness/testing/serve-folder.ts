import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * A built site as a static host serves it below `base`, compressed, on the loopback address. With `unpacks` it says of
 * gzip files that their encoding is gzip, so that a browser unpacks them, as some hosts do.
 */
export async function serveFolder(
  folder: string,
  base = '/',
  { unpacks = false }: { unpacks?: boolean } = {},
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const asked = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : null;
    const name =
      asked === null
        ? null
        : path.join(folder, asked, asked === '' || asked.endsWith('/') ? 'index.html' : '');
    const found = name?.startsWith(folder) && existsSync(name) && statSync(name).isFile() ? name : null;
    const file = found ?? path.join(folder, '404.html');
    response.writeHead(found ? 200 : 404, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
      'cache-control': 'max-age=600',
    });
    // A browser may leave before it has read everything.
    await (unpacks && file.endsWith('.gz')
      ? pipeline(createReadStream(file), response)
      : pipeline(createReadStream(file), createGzip(), response)
    ).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
