import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { Hidden } from '../../platform/confine/places.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { type Guest, openGuest } from '../../run/episode/open-stage.ts';
import type { Answer } from '../../servers/answer.ts';
import type { Server } from '../../servers/server.ts';
import { BrowserLog } from './browser-log.ts';
import { answerOf, canaryOf, reachSites } from './pages.ts';
import { neighbours, ownFile } from './targets.ts';

export type RigPlan = {
  server: Server;
  chromium: Chromium;
  hidden: Hidden;
  /** Time limit of a call. */
  callLimitMs: number;
  /** Ends the measurement at the next call. */
  signal?: AbortSignal;
};

/** A call that got no answer, and why. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * A server on a browser, both sandboxed, and every listener that they can reach. A request of the browser arrives at the
 * hermetic web, one of the server itself at a neighbour in its sandbox, so each log tells who made it.
 */
export class Rig implements AsyncDisposable {
  readonly log = new BrowserLog();
  readonly byServer: string[] = [];
  private readonly plan: RigPlan;
  private readonly around = { folder: '' };
  private readonly earlier: string[] = [];
  private guest: Guest | null = null;
  private readonly listener = createServer(({ headers, url = '/' }, response) => {
    const asked = `http://${headers.host ?? 'unknown.invalid'}${url}`;
    this.byServer.push(asked);
    const answer = URL.canParse(asked) ? answerOf(asked, this.folder) : new Response(null, { status: 400 });
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.writeHead(answer.status);
    void answer.text().then((text) => response.end(text));
  });

  constructor(plan: RigPlan) {
    this.plan = plan;
  }

  /** The folder of browser and server. */
  get folder(): string {
    return this.around.folder;
  }

  get server(): Guest['server'] {
    return this.open().server;
  }

  /** The tabs that are open. */
  get tabs(): number {
    return this.open().browser.watch.tabs().length;
  }

  /** The requests of all browsers so far, in the order of the logs. */
  get byBrowser(): string[] {
    return [...this.earlier, ...this.accesses()];
  }

  /** Starts a browser and a server, after the end of earlier ones. Throws if they are not sandboxed. */
  async start(): Promise<void> {
    await this.stop();
    const { server, chromium, hidden } = this.plan;
    this.guest = await openGuest({
      ...{ server, chromium, hidden },
      web: { kind: 'hermetic', fixtureSites: reachSites(this.around) },
      mark: `reach-${randomUUID()}`,
      files: { [ownFile]: `${canaryOf('file')}\n` },
      probe: this.log,
      neighbours: { all: neighbours, take: (socket) => this.listener.emit('connection', socket) },
    });
    this.around.folder = this.guest.browser.folder.path;
    if (!this.guest.server.confined)
      throw new Error(
        'reach: the server or its browser is not sandboxed here, so a request could leave the machine; run doctor for the reason',
      );
  }

  /** Throws `NoAnswer` if the server is gone or late; it is to be started again then. */
  async call(tool: string, args: Record<string, unknown>): Promise<Answer> {
    const { callLimitMs, signal } = this.plan;
    signal?.throwIfAborted();
    const limit = new AbortController();
    const late = delay(callLimitMs, undefined, { signal: limit.signal }).then(() => {
      throw new Error(`no answer within ${callLimitMs / 1000} s`);
    });
    try {
      return await Promise.race([this.server.call(tool, args), late]);
    } catch (error) {
      throw new NoAnswer(oneLine(error instanceof Error ? error.message : String(error)));
    } finally {
      limit.abort();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.listener.closeAllConnections();
  }

  private async stop(): Promise<void> {
    this.earlier.push(...this.accesses());
    const { guest } = this;
    this.guest = null;
    await guest?.[Symbol.asyncDispose]();
  }

  private accesses(): string[] {
    const all = this.guest?.web.hermetic?.accesses ?? [];
    return all.filter(({ isForeign }) => !isForeign).map(({ url }) => url);
  }

  private open(): Guest {
    if (!this.guest) throw new Error('the rig has not been started');
    return this.guest;
  }
}
