import type { CreateHost, Row, World } from '../../../harness/web/host-handler.ts';
import { pages } from '../pages.ts';
import { playPage } from './page-script.ts';

/** By the end of a file's name. Without UTF-8 some goals and buttons have other letters. */
const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  woff: 'font/woff',
};

/** The limit of an episode within a page. The limits of the suite end an attempt long before. */
const limitMs = 1_000_000;

const addresses = { starts: '/-/starts', ends: '/-/ends' };

/** The events that can end an episode. */
const endEvents = ['click', 'mouseup', 'keydown', 'focus'];

/** The fields of a reported start or end; null if they are not as the script of the page sends them. */
function fieldsOf(table: 'starts' | 'ends', sent: unknown): Record<string, string | number | null> | null {
  const { goal, raw, reason, event } = (sent ?? {}) as Record<string, unknown>;
  if (table === 'starts') return typeof goal === 'string' ? { goal } : null;
  if (typeof raw !== 'number') return null;
  return {
    raw,
    reason: typeof reason === 'string' ? reason : null,
    event: endEvents.find((each) => each === event) ?? null,
  };
}

/** What a page may load. An address that is opened in another way gives no file, so that no agent reads the code of a page. */
const partsOfPages = ['script', 'style', 'image', 'font'];

/**
 * Serves the pages of MiniWoB++, each once and with an episode of the seed. It keeps the documents that were requested, and
 * the starts and ends that the pages report.
 */
export const createMiniwob: CreateHost = (world) => {
  const rows = { documents: [] as Row[], starts: [] as Row[], ends: [] as Row[] };
  /** Of each served page, what its reports come with. */
  const keys = new Map<string, string>();
  const add = (table: keyof typeof rows, fields: object) => {
    rows[table] = [...rows[table], { ...fields, id: `${rows[table].length + 1}` }];
  };
  const open = async ({ pathname, search }: URL): Promise<Response> => {
    const page = pages.find(({ id }) => pathname === pathOf(id));
    const isFirst = page !== undefined && search === '' && !rows.documents.some(isServed(pathname));
    const content = isFirst ? await world.pages?.read(pathname.slice(1)) : undefined;
    add('documents', { path: pathname, served: content !== undefined });
    if (content === undefined) return notHere();
    const key = crypto.randomUUID();
    keys.set(pathname, key);
    const given = { seed: world.seed, now: Date.parse(world.now), limitMs, ...addresses, key };
    const script = `(${playPage})(${JSON.stringify(given)})`;
    return answer(`${content.toString('utf8')}\n<script>${script}</script>\n`, pathname);
  };
  const report = async (request: Request, pathname: string): Promise<Response> => {
    const page = URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '';
    const body: { key?: unknown } | null = await request.json().catch(() => null);
    if (!keys.has(page) || body?.key !== keys.get(page)) return notHere();
    const table = pathname === addresses.starts ? 'starts' : 'ends';
    const fields = fieldsOf(table, body);
    if (fields === null) return new Response(null, { status: 400 });
    // Only a page that has begun its episode can end it.
    const inStart = rows.starts.some((row) => row.path === page);
    add(table, { ...fields, path: page, ...(table === 'ends' ? { inStart, atMs: Date.now() } : {}) });
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
      return content === undefined ? notHere() : answer(content, url.pathname);
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

function answer(content: string | Buffer, name: string): Response {
  return new Response(content as BodyInit, {
    headers: {
      'content-type': contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
    },
  });
}

function notHere(): Response {
  return new Response('Nothing is here.', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
