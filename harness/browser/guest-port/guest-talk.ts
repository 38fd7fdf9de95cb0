import type { GuestActions } from './guest-actions.ts';
import { actionOf, Worlds } from './guest-actions.ts';

/** What a guest's commands say about tabs. */
export type TabNews = {
  /** The guest has put this tab in front, or acts in it as one can only in the tab in front. */
  inFront(targetId: string): void;
  /** The guest has opened this tab, maybe behind the others. */
  opened(targetId: string, how: Opening): void;
  /** Resolves when the harness sees all that happens in a target. */
  watched(targetId: string): Promise<void>;
};

export type Opening = { isBehind: boolean; url: string };

type Message = {
  id?: number | undefined;
  method?: string;
  params?: Record<string, unknown>;
  sessionId?: string | undefined;
  result?: { targetId?: string };
  error?: { message?: string };
};
type Attached = { sessionId: string; targetInfo: { targetId: string; type: string } };

/** What is typed, clicked or opened in a tab is so in the one that is looked at. */
const acts =
  /^(Page\.(bringToFront|navigate|reload|navigateToHistoryEntry)|Input\.(dispatch|insert|synthesize|ime)\w+)$/;
const worthReading =
  /"(Page\.(bringToFront|navigate|reload)|Input\.|Target\.(activate|create|sendMessageTo)Target|Runtime\.runIfWaiting)/;

const worthReadingOfActions = /"(Page|Input|Target|Runtime|DOM)\./;

const watchedTypes = ['page', 'iframe', 'worker', 'service_worker', 'shared_worker'];

/** Follows one connection of a guest: its commands and what of the answers is needed to understand them. */
export class GuestTalk {
  private readonly news: TabNews;
  /** Where commands without a session go; null for the browser. */
  private readonly root: string | null;
  private readonly targets = new Map<string, Attached['targetInfo']>();
  /** By the id of the command. */
  private readonly openings = new Map<number, Opening>();
  private readonly actions: GuestActions | null;
  private readonly worlds = new Worlds();
  /** Who waits for the answer to an action, by session and id. */
  private readonly waiting = new Map<string, (answer: string) => void>();

  constructor(news: TabNews, root: string | null, actions: GuestActions | null = null) {
    this.news = news;
    this.root = root;
    this.actions = actions;
  }

  /** What the command must wait for before the browser may have it. */
  said(text: string): Promise<void> | null {
    const isWorth = worthReading.test(text) || (this.actions && worthReadingOfActions.test(text));
    return isWorth ? this.command(parse(text)) : null;
  }

  answered(text: string): void {
    if (this.actions) this.hear(text);
    if (text.includes('"Target.attachedToTarget"')) {
      const { method, params } = parse(text);
      if (method !== 'Target.attachedToTarget') return;
      const { sessionId, targetInfo } = params as Attached; // the browser speaks by the protocol
      this.targets.set(sessionId, targetInfo);
    } else if (this.openings.size > 0) {
      const { id = 0, result } = parse(text);
      const how = this.openings.get(id);
      if (how && result?.targetId) this.news.opened(result.targetId, how);
      this.openings.delete(id);
    }
  }

  private command({ id, method = '', params = {}, sessionId }: Message): Promise<void> | null {
    const target = sessionId === undefined ? null : this.targets.get(sessionId);
    const targetId = target?.targetId ?? this.root;
    if (acts.test(method) && targetId) this.news.inFront(targetId);
    if (method === 'Target.activateTarget') this.news.inFront(String(params.targetId));
    if (method === 'Target.createTarget' && id !== undefined)
      this.openings.set(id, { isBehind: params.background === true, url: String(params.url) });
    if (method === 'Target.sendMessageToTarget' && typeof params.message === 'string')
      return this.command({ ...parse(params.message), sessionId: String(params.sessionId) });
    const isHeld =
      method === 'Runtime.runIfWaitingForDebugger' && target && watchedTypes.includes(target.type);
    return isHeld ? this.news.watched(target.targetId) : this.act({ id, method, params, sessionId });
  }

  private act({ id, method = '', params = {}, sessionId = '' }: Message): Promise<void> | null {
    if (!this.actions) return null;
    const action = actionOf(method, params, this.worlds.isOwn(sessionId, params));
    if (!action) return null;
    const { promise, resolve } = Promise.withResolvers<string>();
    const key = `${sessionId}:${id}`;
    const held = this.actions.take(action, promise);
    if (held) this.waiting.set(key, resolve);
    return held;
  }

  private hear(text: string): void {
    if (text.includes('"Runtime.executionContext')) this.worlds.hear(parse(text));
    if (this.waiting.size === 0) return;
    const { id, sessionId = '', result, error } = parse(text);
    const key = `${sessionId}:${id}`;
    this.waiting.get(key)?.(error ? `error: ${error.message}` : JSON.stringify(result ?? null));
    this.waiting.delete(key);
  }
}

/** A guest may say what is no message; the browser will tell it so. */
function parse(text: string): Message {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}
