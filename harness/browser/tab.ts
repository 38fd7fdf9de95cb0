import type { DialogFact } from '../judge/page-state.ts';
import type { RequestFact } from '../judge/scan-requests.ts';
import type { Opening } from './guest-port/guest-talk.ts';
/** One request from CDP events; a redirect makes one entry per hop. */
export type SeenRequest = {
  url: string;
  wallTimeMs: number;
  status: number | null;
  /** The target of a redirect. */
  redirectedTo?: string;
};

/** The answer that a document came with; `isByGuest`: not from network, cache or worker. */
export type DocumentAnswer = { status: number; isByGuest: boolean };

/** The state of one page target, from the events of the harness's own session. */
export class Tab {
  readonly targetId: string;
  readonly sessionId: string;
  mainFrameId: string;
  loaderId = '';
  /** As in the address bar, including `pushState`; for an error page the unreachable URL. */
  url = 'about:blank';
  /** The URL of the current document at its commit, before any change by the history API. */
  documentUrl = 'about:blank';
  errorPage = false;
  /** Whether it has shown a document other than about:blank. */
  shown = false;
  /**
   * Grows with every selection of a tab, so the highest value is the tab selected last. 0: opened in the background.
   */
  front = 0;
  /** Whether its session has reported a document; until then it may show one without any event. */
  reported = false;
  /** Whether the document and its resources are loaded (`readyState` complete). */
  loaded = false;
  dialog: DialogFact | null = null;
  /** Set for the harness's own tabs: the immediate answer to a dialog; `null` leaves the dialog open. */
  answerTo: (dialog: DialogFact) => boolean | null = () => null;
  crashed = false;
  /** The URLs, without fragment, of documents that the main frame received over the network. */
  readonly received = new Set<string>();
  /**
   * Whether a guest made the answer of the current document. An answer from neither network, cache nor service worker
   * is a guest's. So is one from a service worker that contains a guest's answer.
   */
  answeredByGuest = false;
  /** The status of the current document's response; null if there was none. */
  documentStatus: number | null = null;
  /** Ids of open requests of this tab, its frames and its workers. */
  readonly inFlight = new Set<string>();
  lastRequestAt = 0;
  /** Opened by another tab or with an address, but still at about:blank because its document is loading. */
  awaited: boolean;

  private markup: string | null = null;
  private changeSeenAt = 0;

  constructor(targetId: string, sessionId: string, isPopup = false) {
    this.targetId = targetId;
    this.sessionId = sessionId;
    // In Chromium the main frame has the id of its target.
    this.mainFrameId = targetId;
    this.awaited = isPopup;
  }

  /** Milliseconds since a reading found a changed document; 0 before the first reading. */
  get stillForMs(): number {
    return this.markup === null ? 0 : performance.now() - this.changeSeenAt;
  }

  noteMarkup(markup: string): void {
    const seen = `${this.loaderId} ${markup}`;
    if (seen === this.markup) return;
    this.markup = seen;
    this.changeSeenAt = performance.now();
  }
}

export function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

/** Whether the web gave this status for this URL; null on the live web, which has no log. */
export type Gave = ((url: string, status: number) => boolean) | null;

/**
 * Requests as facts, with times relative to the start of the episode (epoch milliseconds). A status is dropped if the
 * web did not give it, because a guest with its own session can answer the browser's requests.
 */
export function requestFacts(
  requests: readonly SeenRequest[],
  episodeStartMs: number,
  gave: Gave,
): RequestFact[] {
  return requests.map(({ url, status, wallTimeMs }) => ({
    url,
    status: status === null || (gave && !gave(url, status)) ? null : status,
    atMs: Math.round(wallTimeMs - episodeStartMs),
  }));
}

/** The open tabs, the tab in front, and the tab of each session. */
export class Tabs {
  readonly byTarget = new Map<string, Tab>();
  /** Session of a tab, frame or worker -> the tab that it belongs to. */
  readonly ofSession = new Map<string, Tab>();
  /**
   * Tabs that the browser has reported only to the guest so far, because events on two connections have no common
   * order.
   */
  private readonly toCome = new Map<string, Opening>();
  private selections = 0;

  /** A new tab is in front, unless it was opened in the background. */
  add(tab: Tab): void {
    const how = this.toCome.get(tab.targetId);
    this.toCome.delete(tab.targetId);
    this.byTarget.set(tab.targetId, tab);
    this.inFront(tab.targetId);
    if (how) this.opened(tab.targetId, how);
  }

  inFront(targetId: string): void {
    const tab = this.byTarget.get(targetId);
    const how = this.toCome.get(targetId);
    if (how) this.toCome.set(targetId, { ...how, isBehind: false });
    if (!tab) return;
    this.selections += 1;
    tab.front = this.selections;
  }

  opened(targetId: string, how: Opening): void {
    const tab = this.byTarget.get(targetId);
    if (!tab) {
      this.toCome.set(targetId, how);
      return;
    }
    const { isBehind, url } = how;
    if (isBehind) tab.front = 0;
    else tab.awaited ||= !tab.shown && url !== 'about:blank';
  }

  /**
   * The front tab among those with a document other than about:blank, or any front tab if there is none; null without
   * tabs.
   */
  judged(): Tab | null {
    const tabs = [...this.byTarget.values()];
    const shown = tabs.filter((tab) => tab.shown);
    return (shown.length > 0 ? shown : tabs).reduce<Tab | null>(
      (best, tab) => (best && best.front >= tab.front ? best : tab),
      null,
    );
  }
}
