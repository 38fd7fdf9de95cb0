import { createHash, X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Change } from '../judge/changes/change.ts';
import { debug } from '../platform/debug.ts';
import type { Connection, Sender } from '../platform/process/socket-owner.ts';
import type { FixtureHost, FixtureSites } from './fixture-sites.ts';
import { isMalformed, readRequest } from './read-request.ts';
import { type Frozen, Traffic } from './traffic.ts';

/**
 * One self-signed certificate that the hermetic web shows for every host. Its key is public on purpose: it protects
 * nothing. Only the browser of the harness trusts the certificate, by a flag with the hash of its public key.
 */
const fixtureCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEZ0bZvwehBLRXviV
rZJ0fgmXaKN0wn7/ZnmXpDZosG6hRANCAASNJY2tgQ3S3wTCX/25KZYsWGOtgUKi
t3PMtKrZGT+//7oKJNu39f8r4RnRtZk87hY8m9FTUHdpe/0+IkittQXJ
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBqTCCAU+gAwIBAgIUX6z4Rchj7HyfNqhvRsqGP+GYi+IwCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXY29udHJhY3QtYmVuY2ggc3RhbmQtaW4wIBcNMjYxMTIxMjIy
OTQxWhgPMjEyNjEwMjgyMjI5NDFaMCIxIDAeBgNVBAMMF2NvbnRyYWN0LWJlbmNo
IHN0YW5kLWluMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEjSWNrYEN0t8Ewl/9
uSmWLFhjrYFCordzzLSq2Rk/v/+6CiTbt/X/K+EZ0bWZPO4WPJvRU1B3aXv9PiJI
rbUFyaNhMF8wHQYDVR0OBBYEFBTv5nPaO5e/u2CEDCWQVnPSQ1ASMB8GA1UdIwQY
MBaAFBTv5nPaO5e/u2CEDCWQVnPSQ1ASMA8GA1UdEwEB/wQFMAMBAf8wDAYDVR0R
BAUwA4IBKjAKBggqhkjOPQQDAgNIADBFAiBk30767WVfVW5fFUdvSLswvbWwtpr7
LIJuxivlFmxywwIhAN1hASXfw6MNoM/apPxer5kMcIGWoCqrTqn6aVPsu80P
-----END CERTIFICATE-----
`,
} as const;

/** `served` is false if neither a handler nor a file answered. */
type WebAccess = {
  url: string;
  method: string;
  status: number;
  served: boolean;
  location?: string;
  /** When the request arrived, in epoch milliseconds. */
  atEpochMs: number;
  /**
   * Whether the request was for a host of this web, over a connection that none of its browsers made; see `onlyFrom`.
   */
  isForeign: boolean;
};

export type HermeticWeb = {
  /** The flags of Chromium that lead every tab, popup, worker and origin here. */
  flags: string[];
  port: number;
  /** Every answered request of all tabs and workers, in order; hits of the HTTP cache are missing. */
  accesses: readonly WebAccess[];
  /** The number of requests after the web was frozen. Each got a 503 and changed nothing. */
  readonly late: number;
  /** The changes of each stateful host since the web was opened, without its volatile tables. */
  changes(): ReadonlyMap<string, Change[]>;
  /** See `Traffic.freeze`. */
  freeze(): Promise<Frozen>;
  /** The failures of hosts, one entry each, with the request and the error. */
  faults: readonly string[];
  /**
   * From now on the sender of each new connection is checked, until the returned function is called. With several
   * browsers, any of them may be the sender. A connection that closes before its sender is known gets no answer.
   * Connections from before the first call are closed.
   */
  onlyFrom(senderOf: (connection: Connection) => Sender): () => void;
  gave(url: string, status: number): boolean;
  /** Whether `from` was answered with a redirect to `to`. */
  redirected(from: string, to: string): boolean;
  /** The last status for a URL; null if there was no answer. */
  statusOf(url: string): number | null;
  close(): Promise<void>;
};

/**
 * Serves the fixture sites on one loopback port; the first byte of a connection separates TLS from plain HTTP. A known
 * host keeps its real URL in the address bar; an unknown one fails to resolve, as without a network. Each call starts
 * with fresh hosts (`_host.ts`) and the world of the seed.
 */
export async function openHermeticWeb(fixtureSites: FixtureSites, seed?: number): Promise<HermeticWeb> {
  const { hosts, world } = fixtureSites.open(seed);
  const traffic = new Traffic();
  const changes = () => world?.changes() ?? new Map();
  const accesses: WebAccess[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  /** Connections from before the sender was checked. */
  const early = new Set<Socket>();
  const browsers = new Set<(connection: Connection) => Sender>();
  const answer =
    (scheme: string, isForeignConnection: boolean) =>
    (message: IncomingMessage, response: ServerResponse) => {
      const url = `${scheme}://${message.headers.host ?? 'unknown.invalid'}${message.url ?? '/'}`;
      const open = traffic.begin();
      if (open === null) {
        response.writeHead(503, plainText).end('This web is closed.');
        return;
      }
      response.once('close', open.end);
      const method = message.method ?? 'GET';
      // A request for another host, such as one of a port scanner, can change nothing in this web.
      const isForeign = isForeignConnection && hosts.has(URL.parse(url)?.hostname ?? '');
      const access = { url, method, status: 0, served: true, atEpochMs: Date.now(), isForeign };
      accesses.push(access);
      response.once('close', () =>
        debug('web', () => `${method} ${url} -> ${access.status}${access.served ? '' : ', not served'}`),
      );
      void respond({ hosts, open }, url, message, response, access).catch((error: unknown) => {
        // The connection breaks if the answer has begun; otherwise the failed host answers 500, as any server would.
        if (response.headersSent) {
          response.destroy();
          return;
        }
        if (isMalformed(error, message)) {
          access.served = false;
          access.status = 400;
          response.writeHead(400, plainText).end(`Not a request that can be read (${error}).`);
          return;
        }
        access.status = 500;
        faults.push(`the fixture site of ${url} failed: ${error}`.slice(0, longestFault));
        response.writeHead(500, plainText).end(`Fixture site failed: ${error}`);
      });
    };
  const serversOf = (isForeign: boolean) => ({
    http: createHttpServer(answer('http', isForeign)),
    https: createHttpsServer(fixtureCertificate, answer('https', isForeign)),
  });
  const [ofBrowsers, ofOthers] = [serversOf(false), serversOf(true)];
  const converse = (socket: Socket) => {
    const { remoteAddress: address = '', remotePort: from = 0, localPort: to = 0 } = socket;
    const senders = [...browsers].map((senderOf) => senderOf({ address, from, to }));
    const sender = (['own', 'gone', 'unknown', 'other'] as const).find((each) => senders.includes(each));
    if (sender === 'gone') {
      socket.destroy();
      return;
    }
    const { http, https } = sender === 'other' ? ofOthers : ofBrowsers;
    const kept = sender === undefined ? [sockets, early] : [sockets];
    for (const each of kept) each.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      for (const each of kept) each.delete(socket);
    });
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      const tlsClientHello = 0x16;
      (first[0] === tlsClientHello ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  };
  const { tcp, port } = await listen(converse);
  // The browser knows an address space by address and port, so local hosts need a port of their own.
  const local = fixtureSites.local ? await listen(converse) : null;
  const portOf = (host: string) => (local && fixtureSites.local?.has(host) ? local.port : port);
  return {
    flags: [
      ...flagsFor([...hosts.keys()].map((host) => [host, portOf(host)])),
      ...(local ? [`--ip-address-space-overrides=127.0.0.1:${port}=public`] : []),
    ],
    port,
    accesses,
    faults,
    get late() {
      return traffic.late;
    },
    changes,
    freeze: () => traffic.freeze({ state: () => JSON.stringify([...changes()]) }),
    onlyFrom: (senderOf) => {
      browsers.add(senderOf);
      for (const socket of early) socket.destroy();
      return () => browsers.delete(senderOf);
    },
    gave: (url, status) => accesses.some((access) => access.url === url && access.status === status),
    redirected: (from, to) =>
      accesses.some(({ url, location }) => url === withoutHash(from) && location === withoutHash(to)),
    statusOf: (url) => accesses.findLast((access) => access.url === url && access.status > 0)?.status ?? null,
    close: () =>
      new Promise((resolve) => {
        local?.tcp.close();
        tcp.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function listen(converse: (socket: Socket) => void): Promise<{ tcp: TcpServer; port: number }> {
  const tcp = createTcpServer(converse);
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject);
    tcp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = tcp.address() as AddressInfo; // a TCP server's address is never a string
  return { tcp, port };
}

const longestFault = 300;
const plainText = { 'content-type': 'text/plain; charset=utf-8' };

const publicKeyHash = createHash('sha256')
  .update(new X509Certificate(fixtureCertificate.cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');

function flagsFor(ports: readonly (readonly [host: string, port: number])[]): string[] {
  // A rule without a port never matches an IPv6 address, because the browser compares it without brackets.
  const rules = ports.map(
    ([host, port]) => `MAP ${host}${host.startsWith('[') ? ':*' : ''} 127.0.0.1:${port}`,
  );
  return [
    `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(',')}`,
    `--ignore-certificate-errors-spki-list=${publicKeyHash}`,
    // WebRTC would go past the resolver. Chromium obeys the first, headless_shell the second.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // One flag, because a second one would replace it. A typed http:// address keeps its scheme. A page that names a
    // `.local` candidate of WebRTC sends no multicast DNS.
    '--disable-features=HttpsUpgrades,HttpsFirstBalancedMode,WebRtcHideLocalIpsWithMdns',
  ];
}

async function respond(
  { hosts, open }: { hosts: Map<string, FixtureHost>; open: NonNullable<ReturnType<Traffic['begin']>> },
  url: string,
  message: IncomingMessage,
  response: ServerResponse,
  access: WebAccess,
): Promise<void> {
  const request = await readRequest(url, message);
  const { hostname, pathname } = new URL(url);
  const answer: unknown =
    pathname === '/favicon.ico'
      ? new Response(null, { status: 204 })
      : await open.inHost(() => hosts.get(hostname)?.(request));
  if (answer !== undefined && !(answer instanceof Response))
    throw new TypeError(`got a ${typeof answer} as its answer; expected a Response or undefined`);
  access.served = answer !== undefined;
  const found = answer ?? notFound(url);
  access.status = found.status;
  const location = found.headers.get('location');
  if (location !== null && URL.canParse(location, url))
    access.location = withoutHash(new URL(location, url).href);
  for (const cookie of found.headers.getSetCookie()) response.appendHeader('set-cookie', cookie);
  for (const [name, value] of found.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  response.writeHead(found.status);
  if (found.body && message.method !== 'HEAD') await pipeline(found.body, response);
  else response.end();
}

function withoutHash(url: string): string {
  const { href, hash } = new URL(url);
  return href.slice(0, href.length - hash.length);
}

function notFound(url: string): Response {
  return new Response(
    `<!doctype html><title>404</title><h1>Not found</h1><p>Nothing serves ${escapeHtml(url)} here.</p>`,
    {
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The web that the browser reaches: fixture sites on the loopback address, or the live web. */
export type WebSource = { kind: 'hermetic'; fixtureSites: FixtureSites } | { kind: 'live' };

export type OpenWeb = {
  kind: WebSource['kind'];
  hermetic: HermeticWeb | null;
  close(): Promise<void>;
};

export async function openWeb(source: WebSource, seed?: number): Promise<OpenWeb> {
  const hermetic = source.kind === 'hermetic' ? await openHermeticWeb(source.fixtureSites, seed) : null;
  return { kind: source.kind, hermetic, close: async () => hermetic?.close() };
}
