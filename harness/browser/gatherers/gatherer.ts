import type { Change } from '../../judge/changes/change.ts';
import type { Facts, Need } from '../../judge/facts.ts';
import type { RequestFact } from '../../judge/scan-requests.ts';
import type { Viewport } from '../session.ts';
import type { Gave, Tab } from '../tab.ts';
import type { BrowserWatch } from '../watch-browser.ts';

/** The name of a kind of fact, as needs have it. */
type Name<N = Need> = N extends unknown ? keyof N & string : never;
type AskedOf<N extends Name, Each = Need> = Each extends { [name in N]: infer Asked } ? Asked : never;
type Fields = Partial<Facts>;

/** What is known of an episode beside its browser. */
export type EpisodeState = {
  /** What became of the state of each host that hands it out; null of the real web. */
  changes: (() => ReadonlyMap<string, Change[]>) | null;
  /** The web's own log, where it and not the browser's is judged; null where the browser's is. */
  requests: (() => RequestFact[]) | null;
  /** What the agent ended with, null for nothing; absent while it may still say something. */
  answer?: string | null;
  /** Why what the hosts hold is not the end of it. */
  unsettled?: string;
};

/** What a gatherer may look at beside the page itself. */
export type GatherOptions = {
  viewport: Viewport;
  /** Epoch milliseconds that the marks and the times of requests count from. */
  startedAtMs: number;
  gave: Gave;
  /** class id -> exemplar -> hash, of every class there is. */
  screenshotClasses: Record<string, Record<string, string>>;
  told?: EpisodeState;
};

/** Collects one kind of fact from the document: with all others in one evaluation, so that they are of one moment. */
export type PageGatherer<N extends Name> = {
  kind: N;
  // Methods, so that gatherers of different kinds fit one list.
  /** What there is of an empty page, with every tab closed. */
  emptyPage(asked: readonly AskedOf<N>[]): Fields;
  /** What there is while nothing can be evaluated. */
  held(asked: readonly AskedOf<N>[], error: string): Fields;
  /**
   * That what is asked are selectors, and whether all that they match is counted or the first is read. `inPage` is then
   * given other words for them, which `querySelector` of its `document` takes (`querySelectorAll` tells the length): a
   * guest with a debugger reads every script, and no selector stands in one.
   */
  finds?: 'first' | 'all';
  /** Runs in the page: its source is sent there, so it can use nothing from outside. Must not throw. */
  inPage: (asked: AskedOf<N>[]) => Fields;
};

/** Collects one kind of fact from the browser, whatever state the page is in. Must not reject for what a page does. */
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

/** The same fact of all that is asked for. */
export function each<T>(asked: readonly string[], fact: T): Record<string, T> {
  return Object.fromEntries(asked.map((key) => [key, fact]));
}
