import type { BuiltInAgentSession } from '../../agents/built-in-agent.ts';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { DoorLog } from '../../browser/guest-port/door-log.ts';
import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { prepareChromium } from '../../browser/launch-chromium.ts';
import type { HarRecorder } from '../../browser/record-har.ts';
import { type BrowserSession, openBrowser, type Probe, type Viewport } from '../../browser/session.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import type { Neighbours } from '../../platform/confine/open-start.ts';
import type { Hidden } from '../../platform/confine/places.ts';
import { digest } from '../../platform/digest.ts';
import { type Answer, type Tool, toAnswer } from '../../servers/answer.ts';
import { connectServer, prepareServer, type ServerSession } from '../../servers/connect-server.ts';
import { SilentServer } from '../../servers/pipe-transport.ts';
import type { Server } from '../../servers/server.ts';
import { type OpenWeb, openWeb, type WebSource } from '../../web/hermetic-web.ts';
import { type Deadline, TimeUp } from './clock.ts';
import type { EpisodePlan } from './episode.ts';
import type { EpisodeLog } from './episode-event.ts';
import { PageObserver } from './page-observer.ts';
import type { TrajectoryRecorder } from './trajectory-recorder.ts';

/** The parts of an episode that exist before browser and server are open. */
export type Backstage = {
  plan: EpisodePlan;
  adapter: BuiltInAgentSession;
  /** The actions of an agent that drives the browser itself. */
  actions: GuestActions | null;
  deadline: Deadline;
  log: EpisodeLog;
  recorder: TrajectoryRecorder;
};

/** Everything that an episode uses once browser and server are open. */
export type Stage = Backstage & {
  server: ServerSession;
  browser: BrowserWatch;
  /** The deeds of the guests. */
  door: DoorLog;
  /** The browser's debugging endpoint that the server uses. */
  endpoint: string | null;
  web: OpenWeb;
  observer: PageObserver;
};

/** Opens web, browser and server of an episode and times it. Everything opened is registered with `cleanup`. */
export async function openStage(backstage: Backstage, cleanup: AsyncDisposableStack): Promise<Stage> {
  const { plan, actions, deadline, log } = backstage;
  const { server, chromium, web: source, recorder, task } = plan;
  const guest = await openGuest(
    {
      server,
      chromium,
      web: source,
      seed: task.seed,
      recorder,
      actions,
      mark: plan.id,
      hidden: plan.hidden,
      viewport: task.setup.viewport,
      files: task.files,
      signal: deadline.signal,
    },
    (part, open) => {
      if (part === 'start') log.emit(resetEvent(backstage));
      return log.watch.time(part, open).catch((error: unknown) => {
        // The SDK wraps an abort in its own error; this restores the end of the episode's time as the reason.
        if (!deadline.signal.aborted) throw error;
        const { reason } = deadline.signal;
        throw error instanceof SilentServer ? new TimeUp(reason.message, error.message) : reason;
      });
    },
  );
  const { web, browser: session } = guest;
  const observer = new PageObserver(plan, { session, web, startedAtMs: log.watch.startedAtEpochMs });
  cleanup.defer(async () => void (await Promise.all([guest[Symbol.asyncDispose](), observer.end()])));
  return {
    ...backstage,
    server: guest.server,
    browser: session.watch,
    door: session.door,
    endpoint: session.endpoint?.url ?? null,
    observer,
    web,
  };
}

function resetEvent({ plan, log }: Backstage) {
  const { name, version } = plan.chromium;
  return { type: 'reset', durationMs: log.watch.phases().reset, browser: `${name} ${version}` } as const;
}

/** How long a server may take to start, initialise and list its tools. */
const serverStartLimitMs = 30_000;

/** The viewport of tasks that set none. */
const defaultViewport: Viewport = { width: 1280, height: 800 };

/** A web where every host is unknown. */
export const emptyWeb: WebSource = {
  kind: 'hermetic',
  fixtureSites: {
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
  /** The seed of the world, for hosts with state. */
  seed?: number | undefined;
  /**
   * The mark of every process of the server; those of the browser carry it with the suffix `.browser`. It reveals
   * nothing.
   */
  mark: string;
  /** Files that the server must not read. */
  hidden: Hidden;
  viewport?: Viewport;
  /** Files written into the server's working folder before it starts, by name. */
  files?: Readonly<Record<string, string>> | undefined;
  recorder?: HarRecorder | null;
  /** The actions of an agent that drives the browser itself, in place of a server. */
  actions?: GuestActions | null;
  /** What a measurement sees of the browser and its guest. */
  probe?: Probe | null;
  /** Other machines that the server finds in its sandbox. */
  neighbours?: Neighbours;
  /** Cancels the wait for the server. */
  signal?: AbortSignal;
};

/** A server connected to a browser on a web. Disposing it ends all three, the server first. */
export type Guest = AsyncDisposable & { web: OpenWeb; browser: BrowserSession; server: ServerSession };

/** Wraps a part of the opening (`reset`: the browser, `start`: the server), to time it or to describe its errors. */
export type AroundPart = <T>(part: 'reset' | 'start', open: () => Promise<T>) => Promise<T>;

/** Opens a web, a fresh browser on it and a server connected to the browser, in this order; all or nothing. */
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
    probe = null,
    neighbours,
    signal,
  }: GuestPlan,
  around: AroundPart = (_, open) => open(),
): Promise<Guest> {
  await using opening = new AsyncDisposableStack();
  const web = await openWeb(source, seed);
  opening.defer(() => web.close());
  // Runs while the browser starts. Its errors surface where it is awaited.
  const preparing = actions ? null : prepareServer(server, hidden, mark, neighbours);
  const forget = preparing?.then((start) => () => start.end()).catch(() => async () => {});
  opening.defer(async () => (await forget)?.());
  const browser = await around('reset', () =>
    openBrowser(chromium, web, {
      ...{ viewport, recorder, hidden, actions, probe },
      mark: `${mark}.browser`,
      refusesScripts: server.scripts === 'refused',
    }),
  );
  opening.defer(() => browser.end());
  const { endpoint, folder } = browser;
  if (!endpoint) throw new Error('a sealed browser takes no guest');
  await folder.write(files);
  const limit = AbortSignal.timeout(serverStartLimitMs);
  const attachment = { endpoint: endpoint.url, port: endpoint.port, folder: folder.path };
  if (actions) Object.assign(actions, { endpoint, happened: browser.watch.happened });
  const connected = await around('start', async (): Promise<ServerSession> => {
    if (actions) return { ...devtoolsSession(browser.watch, actions, chromium.version), confined: true };
    const start = await preparing;
    if (!start) throw new Error('no server is being started');
    return connectServer(server, attachment, start, signal ? AbortSignal.any([signal, limit]) : limit);
  });
  opening.defer(() => connected.end());
  const opened = opening.move();
  // The server can read what the browser can read, so both must be sandboxed.
  const confined = connected.confined && browser.unconfined === null;
  return {
    web,
    browser,
    server: { ...connected, confined },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The step names of an agent that drives the browser itself. */
const names = [
  ...['navigate', 'reload', 'history', 'click', 'tap', 'type', 'press', 'scroll', 'drop', 'upload'],
  ...['dialog', 'evaluate', 'edit', 'answer', 'command'],
];
const tools: readonly Tool[] = names.map((name) => ({ name, inputSchema: { type: 'object' } }));

/** Replaces a server's session: the harness opens the start page itself, and passes the agent's actions on. */
function devtoolsSession(
  { cdp, tabs }: BrowserWatch,
  actions: GuestActions,
  version: string,
): Omit<ServerSession, 'confined'> {
  const open = async (url: string): Promise<Answer> => {
    const { errorText } = await cdp.send('Page.navigate', { url }, tabs()[0]?.sessionId);
    return said(errorText ?? `The browser is at ${url}`, errorText !== undefined);
  };
  return {
    version,
    protocol: null,
    tools,
    toolsSha256: digest(tools),
    instructions: null,
    changedTools: async () => null,
    listing: () => [],
    notes: () => [],
    call: async (tool, args) => {
      const answer = await actions.pass(args);
      if (answer !== null) return said(answer, answer.startsWith('error: '));
      if (tool === 'navigate' && typeof args.url === 'string') return open(args.url);
      return said(`Unknown tool ${tool}: this agent drives the browser over DevTools.`, true);
    },
    end: async () => {},
  };
}

const said = (text: string, isError: boolean) => toAnswer([{ type: 'text', text }], isError);

/** Why this server and its browser cannot be sandboxed on this machine, in one line; null if they can. */
export async function whyUnconfined({
  server,
  chromium,
  hidden,
}: Pick<GuestPlan, 'server' | 'chromium' | 'hidden'>): Promise<string | null> {
  const mark = `confine-${process.pid}`;
  const tries = await Promise.allSettled([
    ...('browser' in server.origin ? [] : [prepareServer(server, hidden, mark)]),
    prepareChromium(chromium, hidden, mark),
  ]);
  const reasons = await Promise.all(
    tries.map(async (tried) => {
      // Rejected: it must be sandboxed and cannot be.
      if (tried.status === 'rejected') return String(tried.reason?.message ?? tried.reason);
      await tried.value.end();
      return tried.value.unconfined;
    }),
  );
  return reasons.find((reason) => reason !== null) ?? null;
}
