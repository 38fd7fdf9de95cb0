import { createWorld, type HostModule } from '../web/create-world.ts';
import type { Json, Row, Tables } from '../web/host-handler.ts';

/** As `threads 1x2y: folder`, `messages + 3z`, `drafts - new-1`. */
type Change = string;

/** A field that is a list is said once for each of its values. */
type Fields = Readonly<Record<string, string | readonly string[]>>;

const mailHost = 'mail.town.test';

/** A host of a fresh world without a browser: what a visitor who keeps his cookie is answered, what it changes, and which mail it posts. */
export function hostOf(module: HostModule, seed: number) {
  const mails: Readonly<Record<string, Json>>[] = [];
  const mail: HostModule = {
    host: mailHost,
    createHost: () => ({
      fetch: () => undefined,
      tables: () => ({}),
      receive: (event) => void mails.push(event),
    }),
  };
  const hosts = module.host === mailHost ? [module] : [module, mail];
  const { world, handlers, tables } = createWorld({ seed, hosts });
  const state = (): Tables => tables()[module.host] ?? {};
  let cookie = '';
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('cookie', cookie);
    const request = new Request(`https://${module.host}${path}`, { ...init, headers });
    const answer = await handlers.get(module)?.(request);
    if (!answer) throw new Error(`${path} is not answered by ${module.host}`);
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    return {
      status: answer.status,
      headers: answer.headers,
      location: answer.headers.get('location') ?? '',
      text: await answer.text(),
    };
  };
  return {
    world,
    mails,
    state,
    /** The test names the type of the rows of its table. */
    rows: <R = Row>(table: string) => (state()[table] ?? []) as unknown as readonly R[],
    ask,
    get: (path: string) => ask(path),
    post: (path: string, fields: Fields = {}) => {
      const said = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((each): [string, string] => [name, each]),
      );
      return ask(path, { method: 'POST', body: new URLSearchParams(said) });
    },
    changesOf: async (deed: () => unknown): Promise<Change[]> => {
      const before = state();
      await deed();
      return changesBetween(before, state());
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
      // A row that was put back as it is, is the same object.
      return was === row ? [] : [`${table} ${id}: ${fields.join(', ') || 'nothing'}`];
    });
    return [...removed, ...changed];
  });
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
