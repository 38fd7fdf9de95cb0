import { createHash, X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Change } from '../judge/changes/change.ts';
import { debug } from '../platform/debug.ts';
import type { Connection, Sender } from '../platform/process/socket-owner.ts';
import type { FixtureHost, FixtureSites } from './fixture-sites.ts';
import { isMalformed, readRequest } from './read-request.ts';
import { type Frozen, Traffic } from './traffic.ts';

/**
 * One self-signed certificate that the hermetic web shows for every host. Its key is public on purpose: it
 * protects nothing. Only our browser trusts it, by a flag that holds the hash of its public key.
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

/** `served` is false where neither a handler nor a file answered. */
type WebAccess = {
  url: string;
  method: string;
  status: number;
  served: boolean;
  location?: string;
  /** When it came, in epoch milliseconds. */
  atEpochMs: number;
  /** Whether it asked a host of this web over a connection that none of its browsers made; see `onlyFrom`. */
  isForeign: boolean;
};

export type HermeticWeb = {
  /** What Chromium must be started with so that every tab, popup, worker and origin ends here. */
  flags: string[];
  port: number;
  /** Every request that was answered, in order, those of all tabs and workers; the HTTP cache's hits are not here. */
  accesses: readonly WebAccess[];
  /** Requests that came after the web was frozen: each was answered with a 503 and changed nothing. */
  readonly late: number;
  /** What became of the state of each host that hands it out since the web was opened; tables in no comparison left out. */
  changes(): ReadonlyMap<string, Change[]>;
  /** See `Traffic.freeze`. */
  freeze(): Promise<Frozen>;
  /** How a host broke down, the request and the error, one entry each time. */
  faults: readonly string[];
  /**
   * From now on the sender of each new connection counts, until the returned function is called. With several browsers
   * one must have made it. A connection that is closed before its sender is known gets no answer; one that was made
   * before the first call ends.
   */
  onlyFrom(senderOf: (connection: Connection) => Sender): () => void;
  gave(url: string, status: number): boolean;
  /** Whether this URL was answered with a redirect to that one. */
  redirected(from: string, to: string): boolean;
  /** The status that it gave for a URL last; null where it gave none. */
  statusOf(url: string): number | null;
  close(): Promise<void>;
};

/**
 * Puts the stand-in hosts on one loopback port, TLS and plain HTTP told apart by the first byte. A known host
 * keeps its real URL in the address bar; an unknown one fails to resolve, as it would without a network.
 * State of the hosts (`_host.ts`) is fresh for each call, and that of the world that the seed makes.
 */
export async function openHermeticWeb(fixtureSites: FixtureSites, seed?: number): Promise<HermeticWeb> {
  const { hosts, world } = fixtureSites.open(seed);
  const traffic = new Traffic();
  const changes = () => world?.changes() ?? new Map();
  const accesses: WebAccess[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  /** Connections from before the sender counted. */
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
      // What asks for no host of this web, such as a tool that tries the ports of a machine, can change nothing in it.
      const isForeign = isForeignConnection && hosts.has(URL.parse(url)?.hostname ?? '');
      const access = { url, method, status: 0, served: true, atEpochMs: Date.now(), isForeign };
      accesses.push(access);
      response.once('close', () =>
        debug(
          'web',
          () => `${method} ${url} -> ${access.status}${access.served ? '' : ', nothing answers it'}`,
        ),
      );
      void respond({ hosts, open }, url, message, response, access).catch((error: unknown) => {
        // Broken off where the answer has begun; else a host that throws answers like any server that does.
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
        faults.push(`the stand-in of ${url} broke down: ${error}`.slice(0, longestFault));
        response.writeHead(500, plainText).end(`Stand-in failed: ${error}`);
      });
    };
  const serversOf = (isForeign: boolean) => ({
    http: createHttpServer(answer('http', isForeign)),
    https: createHttpsServer(fixtureCertificate, answer('https', isForeign)),
  });
  const [ofBrowsers, ofOthers] = [serversOf(false), serversOf(true)];
  const tcp = createTcpServer((socket) => {
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
  });
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject);
    tcp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = tcp.address() as AddressInfo; // a TCP server's address is never a string
  return {
    flags: flagsFor(port, hosts.keys()),
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
        tcp.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const longestFault = 300;
const plainText = { 'content-type': 'text/plain; charset=utf-8' };

const publicKeyHash = createHash('sha256')
  .update(new X509Certificate(fixtureCertificate.cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');

function flagsFor(port: number, hosts: Iterable<string>): string[] {
  const rules = [...hosts].map((host) => `MAP ${host} 127.0.0.1:${port}`);
  return [
    `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(',')}`,
    `--ignore-certificate-errors-spki-list=${publicKeyHash}`,
    // WebRTC would go past the resolver. Chromium obeys the first, headless_shell the second.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // One flag, for a second one would take its place. A typed http:// address stays one; a page that names a `.local`
    // candidate of WebRTC sends no multicast of its own name service.
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
    throw new TypeError(`it answered a ${typeof answer}, which must be a Response or undefined`);
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

/** The web in front of the browser: stand-ins on the loopback address, or the real one. */
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
