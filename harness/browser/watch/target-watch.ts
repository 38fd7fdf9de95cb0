import { setTimeout as delay } from 'node:timers/promises';
import type { CdpEventParams } from '../cdp.ts';
import type { Tabs } from '../tab.ts';
import { Tab } from '../tab.ts';
import type { Handlers, Send } from './handlers.ts';
import { inputCommands } from './input-watch.ts';
import type { PageWatch } from './page-watch.ts';

export const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** How long a guest's target waits to be watched, where the browser does not tell of it. */
const watchedLimitMs = 1000;

/** Sets up a session on every target there is, those to come included. */
export class TargetWatch {
  readonly firstTab = Promise.withResolvers<void>();
  private readonly tabs: Tabs;
  private readonly pages: Pick<PageWatch, 'ask'>;
  private readonly send: Send;
  /** The session that tells of a target, where several are attached to it. */
  private readonly sessionOfTarget = new Map<string, string>();
  private readonly setUps = new Map<string, PromiseWithResolvers<void>>();

  constructor(tabs: Tabs, { pages, send }: { pages: Pick<PageWatch, 'ask'>; send: Send }) {
    this.tabs = tabs;
    this.pages = pages;
    this.send = send;
  }

  /** Resolves when all that happens in a target is seen; after a second where nobody tells of such a target. */
  watched(targetId: string): Promise<void> {
    return Promise.race([this.setUpOf(targetId).promise, delay(watchedLimitMs, undefined, { ref: false })]);
  }

  readonly handlers: Handlers = {
    'Target.attachedToTarget': (attached, parent) => {
      const { sessionId, targetInfo } = attached;
      const tab = this.tabs.ofSession.get(parent);
      const first = this.sessionOfTarget.get(targetInfo.targetId);
      if (first === undefined) return this.setUp(attached, tab);
      // A service worker is attached by the browser and by each page that it serves: its requests count once.
      if (tab && !this.tabs.ofSession.has(first)) this.tabs.ofSession.set(first, tab);
      void this.send('Runtime.runIfWaitingForDebugger', undefined, sessionId);
    },
    'Target.detachedFromTarget': ({ sessionId }) => {
      this.tabs.ofSession.delete(sessionId);
      for (const [targetId, session] of this.sessionOfTarget) {
        if (session !== sessionId) continue;
        this.sessionOfTarget.delete(targetId);
        this.setUps.delete(targetId);
      }
    },
    'Target.targetDestroyed': ({ targetId }) => {
      this.tabs.byTarget.delete(targetId);
    },
    'Target.targetCrashed': ({ targetId }) => {
      const tab = this.tabs.byTarget.get(targetId);
      if (tab) tab.crashed = true;
    },
  };

  private setUp(
    { sessionId, targetInfo: { targetId, type, openerId } }: CdpEventParams<'Target.attachedToTarget'>,
    owner: Tab | undefined,
  ): void {
    this.sessionOfTarget.set(targetId, sessionId);
    const isPage = type === 'page';
    const done: Promise<unknown>[] = [];
    let tab = owner;
    if (isPage) {
      const page = new Tab(targetId, sessionId, openerId !== undefined);
      tab = page;
      this.tabs.add(page);
      // The first tab is not held until it is watched: what it commits before its renderer has answered is
      // in no event, so nobody may navigate it before that.
      const enabled = this.send('Page.enable', {}, sessionId);
      void enabled.then(() => this.firstTab.resolve());
      done.push(enabled, this.send('Page.setLifecycleEventsEnabled', { enabled: true }, sessionId));
      void enabled.then(() => this.pages.ask(page));
    }
    if (tab) this.tabs.ofSession.set(sessionId, tab);
    done.push(this.send('Network.enable', {}, sessionId));
    if (isPage || type === 'iframe')
      for (const [method, params] of inputCommands) done.push(this.send(method, params, sessionId));
    done.push(this.send('Target.setAutoAttach', autoAttach, sessionId));
    void Promise.all(done).then(() => this.setUpOf(targetId).resolve());
    void this.send('Runtime.runIfWaitingForDebugger', undefined, sessionId);
  }

  private setUpOf(targetId: string): PromiseWithResolvers<void> {
    const known = this.setUps.get(targetId) ?? Promise.withResolvers<void>();
    this.setUps.set(targetId, known);
    return known;
  }
}
