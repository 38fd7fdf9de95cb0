import { setTimeout as delay } from 'node:timers/promises';
import type { Action } from './read-action.ts';

/** How long the browser may take to answer before the harness looks at what became of an action. */
const answerLimitMs = 2000;

type PendingAction = { release(): void; answered: Promise<string> };

/** What a guest does, one action after the other: each waits at the door until the harness lets it through. */
export class GuestActions {
  /** Where the guest reaches the browser, once there is one. */
  endpoint: { url: string; port: number } | null = null;
  private readonly hand: (action: Action) => void;
  /** By its arguments, of which each action has its own. */
  private readonly held = new Map<Action['args'], PendingAction>();
  private lastTool: string | null = null;

  /** `hand` is given each action as it comes. */
  constructor(hand: (action: Action) => void) {
    this.hand = hand;
  }

  /** What the action must wait for; null where it only goes on with the last one. */
  take(action: Action, answered: Promise<string>): Promise<void> | null {
    const goesOn = action.runsOn && action.tool === this.lastTool;
    this.lastTool = action.tool;
    if (goesOn) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held.set(action.args, { release: resolve, answered });
    this.hand(action);
    return promise;
  }

  /** Lets it through and gives what the browser answered; null where no such action waits. */
  async run(args: Action['args']): Promise<string | null> {
    const held = this.held.get(args);
    if (!held) return null;
    this.held.delete(args);
    held.release();
    const limit = new AbortController();
    const late = delay(answerLimitMs, '(no answer yet)', { signal: limit.signal }).catch(() => '');
    return Promise.race([held.answered, late]).finally(() => limit.abort());
  }
}
