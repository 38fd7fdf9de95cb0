import { createHost, createPeople } from '../../tasks/web/track.town.test/_host.ts';
import { createWorld } from '../web/create-world.ts';
import type { Json, Row, Tables } from '../web/host-handler.ts';

const host = 'track.town.test';

/** As `issues ROOF-12: status, reason`, `comments + 3z`, `links - ROOF-1:blocks:ROOF-2`. */
type Change = string;

/** The tracker of a fresh world without a browser: what a request is answered, what it changes, and which mail it posts. */
export function trackOf(seed: number) {
  const module = { host, createHost, createPeople };
  const mails: Readonly<Record<string, Json>>[] = [];
  const mail = {
    host: 'mail.town.test',
    createHost: () => ({
      fetch: () => undefined,
      tables: () => ({}),
      receive: (event: Readonly<Record<string, Json>>) => void mails.push(event),
    }),
  };
  const { world, handlers, tables } = createWorld({ seed, hosts: [module, mail] });
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
  const roleOf = (wanted: string) =>
    String(
      rows('members').find(({ person, role }) => person === world.person.id && role === wanted)?.project,
    );
  return {
    world,
    mails,
    state,
    rows,
    ask,
    get: (path: string) => ask(path),
    /** A field that is a list is said once for each of its values. */
    post: (path: string, fields: Readonly<Record<string, string | readonly string[]>> = {}) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields))
        for (const each of typeof value === 'string' ? [value] : value) body.append(name, each);
      return ask(path, { method: 'POST', body });
    },
    changesOf: async (deed: () => unknown): Promise<Change[]> => {
      const before = state();
      await deed();
      return changesBetween(before, state());
    },
    /** The project that the person leads, one that the person may change, and the one that is read only. */
    led: roleOf('lead'),
    member: roleOf('member'),
    readOnly: roleOf('reader'),
    issueIn: (project: string, status = 'open') => {
      const found = rows('issues').find((row) => row.project === project && row.status === status);
      if (!found) throw new Error(`no issue of ${project} is ${status}`);
      return found;
    },
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
      return was === row ? [] : [`${table} ${id}: ${fields.join(', ') || 'nothing'}`];
    });
    return [...removed, ...changed];
  });
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
