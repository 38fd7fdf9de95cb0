import { setTimeout as delay } from 'node:timers/promises';
import type { CdpEventParams } from '../cdp.ts';
import type { Tabs } from '../tab.ts';
import { Tab } from '../tab.ts';
import type { Handlers, Send } from './handlers.ts';
import { inputCommands } from './input-watch.ts';
import type { PageWatch } from './page-watch.ts';

export const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** The time that a guest's target waits for the watch if the browser does not report the target. */
const watchedLimitMs = 1000;

/** Sets up a session on every present and future target. */
export class TargetWatch {
  readonly firstTab = Promise.withResolvers<void>();
  private readonly tabs: Tabs;
  private readonly pages: Pick<PageWatch, 'ask'>;
  private readonly send: Send;
  /** The session whose events count, if a target has several. */
  private readonly sessionOfTarget = new Map<string, string>();
  private readonly setUps = new Map<string, PromiseWithResolvers<void>>();

  constructor(tabs: Tabs, { pages, send }: { pages: Pick<PageWatch, 'ask'>; send: Send }) {
    this.tabs = tabs;
    this.pages = pages;
    this.send = send;
  }

  /** Resolves when the harness receives all events of a target, or after a second if the target is never reported. */
  watched(targetId: string): Promise<void> {
    return Promise.race([this.setUpOf(targetId).promise, delay(watchedLimitMs, undefined, { ref: false })]);
  }

  readonly handlers: Handlers = {
    'Target.attachedToTarget': (attached, parent) => {
      const { sessionId, targetInfo } = attached;
      const tab = this.tabs.ofSession.get(parent);
      const first = this.sessionOfTarget.get(targetInfo.targetId);
      if (first === undefined) return this.setUp(attached, tab);
      // The browser and each served page attach a service worker, but its requests count once.
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
      // The first tab does not wait for the watch. A commit before the first answer of its renderer has no event, so
      // the tab must not be navigated earlier.
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
