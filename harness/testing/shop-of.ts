import { createHost, createPeople } from '../../tasks/web/shop.town.test/_host.ts';
import { createWorld } from '../web/create-world.ts';
import type { Json, Tables } from '../web/host-handler.ts';

type Changes = Record<string, { added: string[]; removed: string[]; changed: string[] }>;

/** The shop of a town with a visitor who keeps his cookie, and a mail that keeps what is posted to it. */
export function shopOf(seed = 1) {
  const mails: Readonly<Record<string, Json>>[] = [];
  const shop = { host: 'shop.town.test', createHost, createPeople };
  const mail = {
    host: 'mail.town.test',
    createHost: () => ({
      fetch: () => undefined,
      tables: () => ({}),
      receive: (event: Readonly<Record<string, Json>>) => void mails.push(event),
    }),
  };
  const { world, handlers, tables } = createWorld({ seed, hosts: [shop, mail] });
  const own = (): Tables => tables()['shop.town.test'] ?? {};
  let cookie = '';
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('cookie', cookie);
    const request = new Request(new URL(path, 'https://shop.town.test'), { ...init, headers });
    const answer = await handlers.get(shop)?.(request);
    if (!answer) throw new Error(`${path} is not answered by the shop`);
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers, text };
  };
  return {
    world,
    mails,
    tables: own,
    rows: <R>(table: string) => (own()[table] ?? []) as unknown as readonly R[],
    get: (path: string) => ask(path),
    post: (path: string, fields: Record<string, string> | [string, string][] = {}, headers = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    /** Which rows of which tables something added, removed or changed. */
    changesOf: async (act: () => Promise<unknown>): Promise<Changes> => {
      const before = own();
      await act();
      return changesBetween(before, own());
    },
  };
}

function changesBetween(before: Tables, after: Tables): Changes {
  const changes: Changes = {};
  for (const [table, rows] of Object.entries(after)) {
    const old = new Map(before[table]?.map((row) => [row.id, row]));
    const ids = new Set(rows.map(({ id }) => id));
    const change = {
      added: rows.filter(({ id }) => !old.has(id)).map(({ id }) => id),
      removed: [...old.keys()].filter((id) => !ids.has(id)),
      changed: rows.filter((row) => old.has(row.id) && old.get(row.id) !== row).map(({ id }) => id),
    };
    if (Object.values(change).some((list) => list.length > 0)) changes[table] = change;
  }
  return changes;
}
