import type { Change } from '../../judge/changes/change.ts';
import type { Facts, Need } from '../../judge/facts.ts';
import type { RequestFact } from '../../judge/scan-requests.ts';
import type { DoorState } from '../guest-port/door-log.ts';
import type { Viewport } from '../session.ts';
import type { Gave, Tab } from '../tab.ts';
import type { BrowserWatch } from '../watch-browser.ts';

/** The name of a kind of fact, as in `Need`. */
type Name<N = Need> = N extends unknown ? keyof N & string : never;
type AskedOf<N extends Name, Each = Need> = Each extends { [name in N]: infer Asked } ? Asked : never;
type Fields = Partial<Facts>;

/** The facts of an episode from outside its browser. */
export type EpisodeState = {
  /** The changes of each stateful host; null on the live web. */
  changes: (() => ReadonlyMap<string, Change[]>) | null;
  /** The web's own log if it is judged; null if the browser's log is judged. */
  requests: (() => RequestFact[]) | null;
  /** The agent's final answer, null if there is none; absent while the agent may still answer. */
  answer?: string | null;
  /** The deeds of the guests at the guest port; absent without one. */
  door?: () => DoorState;
  /** The reason why the hosts' state is not final. */
  unsettled?: string;
};

/** The inputs of a gatherer besides the page itself. */
export type GatherOptions = {
  viewport: Viewport;
  /** The zero of the times of marks and requests, in epoch milliseconds. */
  startedAtMs: number;
  gave: Gave;
  /** class id -> exemplar -> hash, for every class. */
  screenshotClasses: Record<string, Record<string, string>>;
  told?: EpisodeState;
};

/** Collects one kind of fact from the document. All kinds share one evaluation, so that they show the same moment. */
export type PageGatherer<N extends Name> = {
  kind: N;
  // Methods, so that gatherers of different kinds fit one list.
  /** The facts if every tab is closed, as for an empty page. */
  emptyPage(asked: readonly AskedOf<N>[]): Fields;
  /** The facts while no script can be evaluated. */
  held(asked: readonly AskedOf<N>[], error: string): Fields;
  /**
   * Set if the requests are selectors: whether the first match is read or all matches are counted. `inPage` then gets
   * other words in their place, which `querySelector` of its `document` accepts; `querySelectorAll` has the length
   * alone. The reason is that a guest with a debugger can read every script, so no script contains a selector.
   */
  finds?: 'first' | 'all';
  /** Runs in the page. Its source is sent there, so it cannot use names from outside. Must not throw. */
  inPage: (asked: AskedOf<N>[]) => Fields;
};

/** Collects one kind of fact from the browser in any state of the page. Must not reject because of the page. */
export type BrowserGatherer<N extends Name> = {
  kind: N;
  gather(
    asked: readonly AskedOf<N>[],
    seen: { watch: BrowserWatch; tab: Tab | null; options: GatherOptions },
  ): Fields | Promise<Fields>;
};

export function definePageGatherer<const N extends Name>(gatherer: PageGatherer<N>): PageGatherer<N> {
  return gatherer;
}

export function defineBrowserGatherer<const N extends Name>(
  gatherer: BrowserGatherer<N>,
): BrowserGatherer<N> {
  return gatherer;
}

/** The same fact for all requests. */
export function each<T>(asked: readonly string[], fact: T): Record<string, T> {
  return Object.fromEntries(asked.map((key) => [key, fact]));
}
