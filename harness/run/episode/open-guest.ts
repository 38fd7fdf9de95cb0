import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import type { HarRecorder } from '../../browser/record-har.ts';
import { type BrowserSession, openBrowser, type Viewport } from '../../browser/session.ts';
import type { Hidden } from '../../platform/confine/places.ts';
import { connectServer, prepareServer, type ServerSession } from '../../servers/connect-server.ts';
import type { Server } from '../../servers/server.ts';
import { type OpenWeb, openWeb, type WebSource } from '../../web/open-web.ts';
import { devtoolsSession } from './devtools-session.ts';

/** How long a server may take to start, initialise and list its tools. */
const serverStartLimitMs = 30_000;

/** Where no task asks for another one. */
const defaultViewport: Viewport = { width: 1280, height: 800 };

/** A web where every host is unknown. */
export const emptyWeb: WebSource = {
  kind: 'hermetic',
  standIns: {
    sha256: '',
    lookedIn: [],
    hosts: new Set(),
    open: () => ({ hosts: new Map() }),
  },
};

export type GuestPlan = {
  server: Server;
  chromium: Chromium;
  web: WebSource;
  /** The world's, on hosts with a state. */
  seed?: number | undefined;
  /** Carried by every process of the server; those of the browser carry it with `.browser` behind. Tells them nothing. */
  mark: string;
  /** What the server must not read. */
  hidden: Hidden;
  viewport?: Viewport;
  /** Written into the working folder of the server before it starts, by name. */
  files?: Readonly<Record<string, string>> | undefined;
  recorder?: HarRecorder | null;
  /** Of an agent that drives the browser itself, in place of a server. */
  actions?: GuestActions | null;
  /** Ends the waiting for the server before its time is over. */
  signal?: AbortSignal;
};

/** A server that is a guest of a browser on a web. Disposing it ends the three, the server first. */
export type Guest = AsyncDisposable & { web: OpenWeb; browser: BrowserSession; server: ServerSession };

/** Waits for a part of the opening (`reset`: the browser, `start`: the server), to time it or to name its errors. */
export type AroundPart = <T>(part: 'reset' | 'start', open: () => Promise<T>) => Promise<T>;

/** Opens a web, a fresh browser on it and a server as the browser's guest, in this order; all or nothing. */
export async function openGuest(
  {
    server,
    chromium,
    web: source,
    seed,
    mark,
    hidden,
    viewport = defaultViewport,
    files = {},
    recorder = null,
    actions = null,
    signal,
  }: GuestPlan,
  around: AroundPart = (_, open) => open(),
): Promise<Guest> {
  await using opening = new AsyncDisposableStack();
  const web = await openWeb(source, seed);
  opening.defer(() => web.close());
  // While the browser starts. What goes wrong is said where it is waited for.
  const preparing = actions ? null : prepareServer(server, hidden, mark);
  const forget = preparing?.then((start) => () => start.end()).catch(() => async () => {});
  opening.defer(async () => (await forget)?.());
  const browser = await around('reset', () =>
    openBrowser(chromium, web, { mark: `${mark}.browser`, viewport, recorder, hidden, actions }),
  );
  opening.defer(() => browser.end());
  const { endpoint, folder } = browser;
  if (!endpoint) throw new Error('a sealed browser takes no guest');
  await folder.write(files);
  const limit = AbortSignal.timeout(serverStartLimitMs);
  const attachment = { endpoint: endpoint.url, port: endpoint.port, folder: folder.path };
  if (actions) actions.endpoint = endpoint;
  const connected = await around('start', async (): Promise<ServerSession> => {
    if (actions) return { ...devtoolsSession(browser.watch, actions, chromium.version), confined: true };
    const start = await preparing;
    if (!start) throw new Error('no server is being started');
    return connectServer(server, attachment, start, signal ? AbortSignal.any([signal, limit]) : limit);
  });
  opening.defer(() => connected.end());
  const opened = opening.move();
  // What the browser reads the server reads.
  const confined = connected.confined && browser.unconfined === null;
  return {
    web,
    browser,
    server: { ...connected, confined },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
