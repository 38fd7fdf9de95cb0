import { knownClassOf } from './command-classes.ts';
import type { DoorLog } from './door-log.ts';
import type { GuestActions } from './guest-actions.ts';
import { actionOf } from './guest-actions.ts';
import { Worlds } from './worlds.ts';

/** The news about tabs from a guest's commands. */
export type TabNews = {
  /** The guest has brought this tab to the front, or did something that requires the front tab. */
  inFront(targetId: string): void;
  /** The guest has opened this tab, possibly in the background. */
  opened(targetId: string, how: Opening): void;
  /** Resolves when the harness receives all events of a target. */
  watched(targetId: string): Promise<void>;
  /** The guest port ended a connection of the guest. */
  ended(why: string): void;
  /** Receives each command of the guest before the browser does. */
  commanded?(method: string, params: Readonly<Record<string, unknown>>): void;
};

export type Opening = { isBehind: boolean; url: string };

export type Message = {
  id?: number | undefined;
  method?: string | undefined;
  params?: Record<string, unknown> | undefined;
  sessionId?: string | undefined;
  result?: { targetId?: string; entries?: { id: number; url: string }[] } | undefined;
  error?: { message?: string } | undefined;
};
type Attached = {
  sessionId: string;
  targetInfo: { targetId: string; type: string };
  waitingForDebugger?: boolean;
};

/** The message to the browser in place of the guest's, and the promise that it must wait for. */
type Passed = { text: string; reason: Promise<void> | null };

/** Commands that need the front tab, so their tab counts as in front. */
const opensInFront = new Set(
  ['bringToFront', 'navigate', 'reload', 'navigateToHistoryEntry'].map((name) => `Page.${name}`),
);
const isInput = (method: string) => method.startsWith('Input.') && knownClassOf(method) === 'act';

const watchedTypes = ['page', 'iframe', 'worker', 'service_worker', 'shared_worker'];

/** Follows one connection of a guest: its commands, and the answers that are needed to understand them. */
export class GuestTalk {
  private readonly news: TabNews;
  /** The target of commands without a session; null for the browser. */
  private readonly root: string | null;
  private readonly targets = new Map<string, Attached['targetInfo']>();
  /** Sessions of paused targets, which wait for this guest. */
  private readonly paused = new Set<string>();
  /** The openings of tabs by session and id of the command. */
  private readonly openings = new Map<string, Opening>();
  private readonly actions: GuestActions | null;
  private readonly door: DoorLog | null;
  /** Commands that ask for the history of a tab, by session and id; the value is the tab. */
  private readonly historyAsked = new Map<string, string>();
  /** The addresses in the histories that this guest has read, by tab. */
  private readonly histories = new Map<string, ReadonlyMap<unknown, string>>();
  private readonly worlds = new Worlds();
  /** The callbacks for answers to actions, by session and id. */
  private readonly waiting = new Map<string, (answer: string) => void>();

  constructor(
    news: TabNews,
    root: string | null,
    { actions = null, door = null }: { actions?: GuestActions | null; door?: DoorLog | null } = {},
  ) {
    this.news = news;
    this.root = root;
    this.actions = actions;
    this.door = door;
  }

  /**
   * The parsed message, serialised again for the browser, because two parsers may read one text differently. Throws if
   * it is not a JSON object.
   */
  said(text: string): Passed {
    const message = parse(text);
    const reason = this.command(message);
    return { text: JSON.stringify(message), reason };
  }

  answered(text: string): void {
    const isWorth =
      this.openings.size + this.waiting.size + this.historyAsked.size > 0 ||
      ['attachedToTarget', 'receivedMessageFromTarget', 'executionContext'].some((name) =>
        text.includes(name),
      );
    if (isWorth) this.heard(parse(text));
  }

  private heard({ id, method, params = {}, result, error, sessionId }: Message): void {
    if (method === 'Target.receivedMessageFromTarget') {
      this.heard({ ...parse(String(params.message)), sessionId: String(params.sessionId) });
      return;
    }
    if (method === 'Target.attachedToTarget') {
      // The cast is safe because the browser follows the protocol.
      const { sessionId: session, targetInfo, waitingForDebugger } = params as Attached;
      this.targets.set(session, targetInfo);
      if (waitingForDebugger) this.paused.add(session);
    }
    if (method !== undefined) {
      this.worlds.hear({ method, params, sessionId });
      return;
    }
    const key = keyOf(sessionId, id);
    const how = this.openings.get(key);
    if (how && result?.targetId) this.news.opened(result.targetId, how);
    this.openings.delete(key);
    const tab = this.historyAsked.get(key);
    if (tab !== undefined && result?.entries)
      this.histories.set(tab, new Map(result.entries.map(({ id: entry, url }) => [entry, url])));
    this.historyAsked.delete(key);
    this.waiting.get(key)?.(error ? `error: ${error.message}` : JSON.stringify(result ?? null));
    this.waiting.delete(key);
  }

  /** The promise that the command must wait for. Rewrites nested messages and refused commands. */
  private command(message: Message): Promise<void> | null {
    const { id, method = '', sessionId } = message;
    const params = message.params ?? {};
    this.news.commanded?.(method, params);
    this.door?.commanded(method, params);
    const targetId = (sessionId === undefined ? null : this.targets.get(sessionId)?.targetId) ?? this.root;
    const refusal = this.door?.refusalOf(method, params, this.histories.get(targetId ?? '') ?? new Map());
    if (refusal) {
      message.method = `Refused.${method}: ${refusal}`;
      return null;
    }
    if (method === 'Page.getNavigationHistory' && id !== undefined)
      this.historyAsked.set(keyOf(sessionId, id), targetId ?? '');
    if ((opensInFront.has(method) || isInput(method)) && targetId) this.news.inFront(targetId);
    if (knownClassOf(method) === 'refused') {
      // The browser then answers with an unknown command error.
      message.method = `Refused.${method}`;
      return null;
    }
    if (method === 'Target.activateTarget') this.news.inFront(String(params.targetId));
    if (method === 'Target.createTarget' && id !== undefined)
      this.openings.set(keyOf(sessionId, id), {
        isBehind: params.background === true,
        url: String(params.url),
      });
    if (method === 'Target.sendMessageToTarget') return this.commandWithin(params);
    const target = sessionId === undefined ? undefined : this.targets.get(sessionId);
    if (method === 'Runtime.runIfWaitingForDebugger' && target) {
      this.paused.delete(sessionId ?? '');
      return watchedTypes.includes(target.type) ? this.news.watched(target.targetId) : null;
    }
    return this.act(message);
  }

  /** A nested command, from a guest without flat sessions. */
  private commandWithin(params: Record<string, unknown>): Promise<void> | null {
    const within = parse(String(params.message));
    const ofTarget = [...this.targets].find(([, { targetId }]) => targetId === params.targetId)?.[0];
    const sessionId = String(params.sessionId ?? ofTarget);
    const addressed = { ...within, sessionId };
    const reason = this.command(addressed);
    params.message = JSON.stringify({ ...addressed, sessionId: within.sessionId });
    return reason;
  }

  /** The promise that an HTTP request with the effect of a command must wait for, or why it is refused. */
  overHttp(same: Message, answered: Promise<string>): Promise<void> | { refusal: string } | null {
    const { method = '', params = {} } = same;
    this.news.commanded?.(method, params);
    const refusal = this.door?.refusalOf(method, params, new Map());
    if (refusal) return { refusal };
    if (same.method === 'Target.activateTarget') this.news.inFront(String(same.params?.targetId));
    return this.act(same, answered);
  }

  private act(
    { id, method = '', params: given, sessionId }: Message,
    answer?: Promise<string>,
  ): Promise<void> | null {
    if (!this.actions) return null;
    const params = given ?? {};
    const { down, isSpent } = this.actions;
    const isOwn = this.worlds.isOwn(sessionId ?? '', params);
    const action = actionOf(method, params, { isOwn, isSpent, down });
    // Preparations in a paused target have no effect yet, and an action may wait for that target.
    if (!action || (action.isPreparing && this.paused.has(sessionId ?? ''))) return null;
    const { promise, resolve } = Promise.withResolvers<string>();
    const held = this.actions.take(action, answer ?? promise);
    if (held && !answer) this.waiting.set(keyOf(sessionId, id), resolve);
    return held;
  }
}

function keyOf(sessionId: string | undefined, id: number | undefined): string {
  return `${sessionId ?? ''}:${id}`;
}

function parse(text: string): Message {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new Error('a message that is not a JSON object');
  const { method, params } = message as Message; // the relevant fields are checked below
  if (method !== undefined && typeof method !== 'string')
    throw new Error('a message whose method is not a string');
  if (params !== undefined && typeof params !== 'object')
    throw new Error('a message whose params are not an object');
  return message;
}
