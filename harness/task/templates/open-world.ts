import type { Change } from '../../judge/changes/change.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { FixtureSites } from '../../web/fixture-sites.ts';
import type { Row, Tables } from '../../web/host-handler.ts';
import type { DrawnFrom, Visited, Visitor } from './template.ts';

type Changed = Record<string, Change[]>;

export type InstanceWorld = {
  begun: DrawnFrom;
  visitor: Visitor;
  /** The changes on each host since the start of the world. */
  changes(): Changed;
  /** `GET shop.town.test/cart`, in order. */
  routes(): readonly string[];
};

const mostRedirects = 5;

/** Opens the world of a seed without a browser or a port. */
export function openWorld(fixtureSites: FixtureSites, seed: number): InstanceWorld {
  const { hosts, world: made } = fixtureSites.open(seed);
  if (!made) throw new UserError('an archive of pages has no world to draw from');
  const { world, tables } = made;
  const begun = tables();
  const cookies = new Map<string, Map<string, string>>();
  const routes: string[] = [];

  const ask = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const jar = cookies.get(url.hostname) ?? new Map<string, string>();
    cookies.set(url.hostname, jar);
    const headers = new Headers({ 'accept-language': 'en-US' });
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await hosts.get(url.hostname)?.(new Request(url, { ...init, headers }));
    if (!answer) throw new Error(`${url.href} is not answered`);
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    routes.push(`${init.method ?? 'GET'} ${url.hostname}${url.pathname}`);
    return answer;
  };

  const visit = async (address: string, init?: RequestInit): Promise<Visited> => {
    let url = new URL(address);
    let answer = await ask(url, init);
    for (let followed = 0; followed < mostRedirects; followed += 1) {
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status > 399 || location === null) break;
      url = new URL(location, url);
      answer = await ask(url);
    }
    return { status: answer.status, url: url.href, text: await answer.text() };
  };

  return {
    begun: {
      seed,
      now: world.now,
      person: world.person,
      people: world.people,
      rows: <R>(host: string, table: string) => rowsOf<R>(begun, host, table),
      opened: (url) => {
        throw new Error(`${url} was not opened`);
      },
    },
    visitor: {
      get: (url) => visit(url),
      post: (url, fields = {}) => {
        const body = new URLSearchParams();
        for (const [name, value] of Object.entries(fields))
          for (const each of typeof value === 'string' ? [value] : value) body.append(name, each);
        return visit(url, { method: 'POST', body });
      },
      rows: <R>(host: string, table: string) => rowsOf<R>(tables(), host, table),
    },
    changes: () => Object.fromEntries(made.changes()),
    routes: () => routes,
  };
}

function rowsOf<R>(state: Record<string, Tables>, host: string, table: string): readonly R[] {
  const rows: readonly Row[] | undefined = state[host]?.[table];
  if (!rows)
    throw new UserError(`${host} has no table "${table}"; there is ${Object.keys(state[host] ?? {})}`);
  // The author of a template knows the type of the site's rows.
  return rows as unknown as readonly R[];
}
