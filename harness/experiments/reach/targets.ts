import type { Neighbour } from '../../platform/confine/cell.ts';
import type { RoadKind } from '../../results/records/parts/reach.ts';

/** An address that a server may be made to open. */
export type Target = {
  id: string;
  title: string;
  /** `{road}`: the id of the road, so that a request tells its cell. `{folder}`: the folder of the server. */
  url: string;
  /** `http`: a listener of the harness logs its requests. `tab`: an address of tabs alone, with no content for a page. */
  kind: 'http' | 'file' | 'data' | 'tab';
};

export const publicHost = 'public.test';

/** Not a port that a system hands out, so it is never that of the browser. */
const otherPort = 8642;

/** The file in the folder of the server. */
export const ownFile = 'reach.txt';

/** Exists on every Linux and holds no secret. */
const systemFile = '/etc/os-release';

const http = (id: string, title: string, url: string): Target => ({ id, title, url, kind: 'http' });

/** Requested by a page of the hermetic web that came as a `data:` address. */
export const dataMark = (road: string) => `http://${publicHost}/seen/data/${road}`;

/** Escaped in the address. */
export const dataText = '<p>Reached</p>';

/** The first is the control: a road that does not lead there is not taken. */
export const targets: readonly Target[] = [
  http('public', 'a public address', `http://${publicHost}/open/{road}`),
  http('loopback', 'another port of 127.0.0.1', `http://127.0.0.1:${otherPort}/{road}`),
  http('localhost', 'another port of localhost', `http://localhost:${otherPort}/{road}`),
  http('loopback-6', 'another port of [::1]', `http://[::1]:${otherPort}/{road}`),
  http('link-local', 'the link-local metadata address', 'http://169.254.169.254/latest/meta-data/{road}'),
  http('private-10', 'a private address, 10.0.0.0/8', 'http://10.0.0.1/{road}'),
  http('private-172', 'a private address, 172.16.0.0/12', 'http://172.16.0.1/{road}'),
  http('private-192', 'a private address, 192.168.0.0/16', 'http://192.168.0.1/{road}'),
  http('internal', 'a host below .internal', 'http://metadata.google.internal/{road}'),
  { id: 'file', title: 'a file in its own folder', url: `file://{folder}/${ownFile}`, kind: 'file' },
  { id: 'system-file', title: 'a file of the system', url: `file://${systemFile}`, kind: 'file' },
  {
    id: 'data',
    title: 'a page in a data: address',
    url: `data:text/html,${encodeURIComponent(`${dataText}<img src="${dataMark('ROAD')}">`).replace('ROAD', '{road}')}`,
    kind: 'data',
  },
  {
    id: 'view-source',
    title: 'the source of a page, view-source:',
    url: `view-source:http://${publicHost}/source/{road}`,
    kind: 'tab',
  },
  { id: 'chrome', title: 'a page of the browser, chrome:', url: 'chrome://version/', kind: 'tab' },
];

/** The address of a target on a road. */
export function urlOf({ url }: Pick<Target, 'url'>, road: string, folder: string): string {
  return url.replaceAll('{road}', road).replaceAll('{folder}', folder);
}

/** Why a target has no cell on a road; null if it has one. */
export function leftOut({ kind }: Target, road: { id: string; kind: RoadKind }): string | null {
  const isHttp = kind === 'http';
  // The first of these roads is that of the browser.
  if (road.kind === 'redirect' && !isHttp && (road.id === 'redirect' || kind !== 'file'))
    return 'a browser follows redirects only to http and https';
  if ((road.kind === 'fetch' || road.kind === 'iframe') && kind === 'tab')
    return 'only a tab can have this address';
  return null;
}

/** What a server that requests by itself finds in its sandbox, in place of the machines with these addresses. */
export const neighbours: readonly Neighbour[] = [
  // From a range for documentation, which belongs to no host.
  { address: '203.0.113.10', names: [publicHost], port: 80 },
  { address: '127.0.0.1', names: [], port: otherPort },
  { address: '::1', names: [], port: otherPort },
  ...['169.254.169.254', '10.0.0.1', '172.16.0.1', '192.168.0.1'].map((address) => ({
    ...{ address, names: [], port: 80 },
  })),
  { address: '10.0.0.53', names: ['metadata.google.internal'], port: 80 },
];

/** The hosts of the hermetic web that the browser treats as local. */
export const localHosts: ReadonlySet<string> = new Set(
  targets
    .filter(({ kind, id }) => kind === 'http' && id !== 'public')
    .map(({ url }) => new URL(url.replaceAll('{road}', '')).hostname),
);
