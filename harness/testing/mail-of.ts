import { createHost, createPeople } from '../../tasks/web/mail.town.test/_host.ts';
import { createWorld } from '../web/create-world.ts';
import type { Row, Tables } from '../web/host-handler.ts';

const host = 'mail.town.test';

/** As `threads 1x2y: folder`, `messages + 3z`, `drafts - new-1`. */
type Change = string;

/** The mailbox of a fresh world without a browser: what a request is answered, and what it changes. */
export function mailOf(seed: number) {
  const module = { host, createHost, createPeople };
  const { world, handlers, tables } = createWorld({ seed, hosts: [module] });
  const state = () => tables()[host] ?? {};
  const rows = (table: string) => state()[table] ?? [];
  const ask = async (path: string, init?: RequestInit) => {
    const response = await handlers.get(module)?.(new Request(`https://${host}${path}`, init));
    const { status = 0, headers } = response ?? {};
    return {
      status,
      headers,
      location: headers?.get('location') ?? '',
      text: (await response?.text()) ?? '',
    };
  };
  return {
    world,
    state,
    rows,
    get: (path: string) => ask(path),
    /** A field that is a list is said once for each of its values. */
    post: (path: string, fields: Readonly<Record<string, string | readonly string[]>> = {}) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields))
        for (const each of typeof value === 'string' ? [value] : value) body.append(name, each);
      return ask(path, { method: 'POST', body });
    },
    ask,
    deliver: (from: string, subject: string, text = 'Hello') =>
      world.post(host, { kind: 'mail', to: world.person.email, from, subject, text }),
    changesOf: async (deed: () => unknown): Promise<Change[]> => {
      const before = state();
      await deed();
      return changesBetween(before, state());
    },
    threadsIn: (folder: string) => rows('threads').filter((row) => row.folder === folder),
  };
}

function changesBetween(before: Tables, after: Tables): Change[] {
  return Object.keys(after).flatMap((table) => {
    const were = byId(before[table] ?? []);
    const are = byId(after[table] ?? []);
    const removed = [...were.keys()].filter((id) => !are.has(id)).map((id) => `${table} - ${id}`);
    const changed = [...are].flatMap(([id, row]) => {
      const was = were.get(id);
      if (!was) return [`${table} + ${id}`];
      const fields = Object.keys(row).filter(
        (field) => JSON.stringify(was[field]) !== JSON.stringify(row[field]),
      );
      // A row that was put back as it is, is the same object.
      return was === row ? [] : [`${table} ${id}: ${fields.join(', ') || 'nothing'}`];
    });
    return [...removed, ...changed];
  });
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
