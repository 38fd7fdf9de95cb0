import path from 'node:path';

/** Where the host of a new task lies, and the text of its file. */
export function newHost(
  id: string,
  folder: string,
): { host: string; webRoot: string; file: string; text: string } {
  const host = `${id}.test`;
  const webRoot = path.join(folder, 'web');
  return { host, webRoot, file: path.join(webRoot, host, '_host.ts'), text };
}

/** It imports nothing, so that it may lie in any project. */
const text = `type Row = { readonly id: string; readonly [field: string]: string | number | boolean | null };

/** What all hosts of an episode share; the same seed gives the same world. */
type World = { readonly seed: number; readonly now: string };

type Host = {
  /** Answers a request; undefined falls through to the files beside this one. */
  fetch(request: Request): Response | undefined | Promise<Response | undefined>;
  /** The whole state, for contracts of the kind state. A row that changes becomes a new object. */
  tables(): Record<string, readonly Row[]>;
};

/** Called once an episode: what is kept in here is fresh for each. */
export function createHost(_world: World): Host {
  let orders: readonly Row[] = [];
  return {
    tables: () => ({ orders }),
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return page('<form method="post" action="/order"><input name="what"><button>Order</button></form>');
      if (pathname !== '/order' || request.method !== 'POST') return undefined;
      const what = new URLSearchParams(await request.text()).get('what') ?? '';
      orders = [...orders, { id: String(orders.length + 1), what }];
      return page('<h1>Thank you</h1>');
    },
  };
}

function page(html: string): Response {
  return new Response(\`<!doctype html><title>Orders</title>\${html}\`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
`;
