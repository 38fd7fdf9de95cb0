import path from 'node:path';
import { lookup } from 'mime-types';
import * as z from 'zod';
import type { CreateHost, Row, World } from '../../../harness/web/host-handler.ts';
import { pages } from '../pages.ts';
import { playPage } from './page-script.ts';

/** The limit of an episode within a page. The limits of the suite end an attempt long before. */
const limitMs = 1_000_000;

const addresses = { starts: '/-/starts', ends: '/-/ends' };

const Start = z.strictObject({ goal: z.string() });
const End = z.strictObject({
  raw: z.number(),
  reason: z.string().nullable(),
  event: z.enum(['click', 'mouseup', 'keydown', 'focus']).nullable(),
});

/** What a page may load. An address that is opened in another way gives no file, so that no agent reads the code of a page. */
const partsOfPages = ['script', 'style', 'image', 'font'];

/**
 * Serves the pages of MiniWoB++, each once and with an episode of the seed. It keeps the documents that were requested, and
 * the starts and ends that the pages report.
 */
export const createMiniwob: CreateHost = (world) => {
  const rows = { documents: [] as Row[], starts: [] as Row[], ends: [] as Row[] };
  const add = (table: keyof typeof rows, fields: object) => {
    rows[table] = [...rows[table], { ...fields, id: `${rows[table].length + 1}` }];
  };
  const open = async ({ pathname, search }: URL): Promise<Response> => {
    const page = pages.find(({ id }) => pathname === pathOf(id));
    const isFirst = page !== undefined && search === '' && !rows.documents.some(isServed(pathname));
    const content = isFirst ? await world.pages?.read(pathname.slice(1)) : undefined;
    add('documents', { path: pathname, served: content !== undefined });
    if (content === undefined) return notHere();
    const script = `(${playPage})(${JSON.stringify({ seed: world.seed, now: Date.parse(world.now), limitMs, ...addresses })})`;
    return answer(`${content.toString('utf8')}\n<script>${script}</script>\n`, '.html');
  };
  const report = async (request: Request, pathname: string): Promise<Response> => {
    const page = URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '';
    if (!rows.documents.some(isServed(page))) return notHere();
    const body: unknown = await request.json().catch(() => null);
    const [table, read] =
      pathname === addresses.starts
        ? (['starts', Start.safeParse(body)] as const)
        : (['ends', End.safeParse(body)] as const);
    if (!read.success) return new Response(null, { status: 400 });
    // Only a page that has begun its episode can end it.
    const inStart = rows.starts.some((row) => row.path === page);
    add(table, { ...read.data, path: page, ...(table === 'ends' ? { inStart, atMs: Date.now() } : {}) });
    return new Response(null, { status: 204 });
  };
  return {
    fetch: async (request) => {
      const url = new URL(request.url);
      const use = request.headers.get('sec-fetch-dest') ?? 'document';
      if (request.method === 'POST' && Object.values(addresses).includes(url.pathname))
        return report(request, url.pathname);
      if (request.method !== 'GET') return new Response(null, { status: 405 });
      if (use === 'document') return open(url);
      const content = partsOfPages.includes(use) ? await partOf(world, url) : undefined;
      return content === undefined ? notHere() : answer(content, path.extname(url.pathname));
    },
    tables: () => rows,
  };
};

/** The path of a page on its host. */
export function pathOf(id: string): string {
  return `/miniwob/${id}.html`;
}

const isServed = (pathname: string) => (row: Row) => row.served === true && row.path === pathname;

async function partOf({ pages: files }: World, { pathname, search }: URL): Promise<Buffer | undefined> {
  return search === '' ? files?.read(decodeURIComponent(pathname.slice(1))) : undefined;
}

function answer(content: string | Buffer, extension: string): Response {
  const type = lookup(extension) || 'application/octet-stream';
  const isText = /^(text|application\/(javascript|json))/.test(type);
  return new Response(content as BodyInit, {
    // The pages do not name their encoding.
    headers: { 'content-type': isText ? `${type}; charset=utf-8` : type, 'cache-control': 'no-store' },
  });
}

function notHere(): Response {
  return new Response('Nothing is here.', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
