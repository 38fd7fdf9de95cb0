import type { DialogFact } from '../judge/page-state.ts';
import type { RequestFact } from '../judge/scan-requests.ts';
import type { Opening } from './guest-port/guest-talk.ts';
/** One request as CDP tells it; a redirect makes one entry per hop. */
export type SeenRequest = {
  url: string;
  wallTimeMs: number;
  status: number | null;
  /** Where the answer sent the browser on to. */
  redirectedTo?: string;
};

/** How a document came; `isByGuest`: from no network, cache or worker. */
export type DocumentAnswer = { status: number; isByGuest: boolean };

/** What the harness knows of one page target from the events of its own session. */
export class Tab {
  readonly targetId: string;
  readonly sessionId: string;
  mainFrameId: string;
  loaderId = '';
  /** As in the address bar, `pushState` included; of an error page the URL that could not be reached. */
  url = 'about:blank';
  /** URL that the current document was committed with, whatever the history API has made of it since. */
  documentUrl = 'about:blank';
  errorPage = false;
  /** Whether it has shown more than about:blank. */
  shown = false;
  /** Grows with every selection of a tab, so that the one selected last can be told. 0: opened behind the others. */
  front = 0;
  /** Whether its session has told of a document that it showed; until then it may show one that no event told of. */
  told = false;
  /** Whether the document and all that it needs is there (`readyState` complete). */
  loaded = false;
  dialog: DialogFact | null = null;
  /** Of a tab of the harness: how it answers a dialog at once, `null` where it leaves it open. */
  answerTo: (dialog: DialogFact) => boolean | null = () => null;
  crashed = false;
  /** URLs without fragment of the documents that this tab's main frame received over the network. */
  readonly received = new Set<string>();
  /**
   * Whether a guest made the answer that the current document came with. What came from neither the network nor a cache
   * nor a service worker is a guest's, and so is what came from a service worker with an answer like that in it.
   */
  answeredByGuest = false;
  /** Status of the response that the current document came with; null where there was none. */
  documentStatus: number | null = null;
  /** Ids of requests under way, of this tab, its frames and its workers. */
  readonly inFlight = new Set<string>();
  lastRequestAt = 0;
  /** Opened by another tab or at an address, and nothing but about:blank so far: its document is on the way. */
  awaited: boolean;

  private markup: string | null = null;
  private changeSeenAt = 0;

  constructor(targetId: string, sessionId: string, isPopup = false) {
    this.targetId = targetId;
    this.sessionId = sessionId;
    // Chromium gives the main frame the id of its target.
    this.mainFrameId = targetId;
    this.awaited = isPopup;
  }

  /** Milliseconds since a reading found the document other than the one before; 0 before any. */
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

/** Whether the web gave this status for this URL; null where it can't tell (the real web). */
export type Gave = ((url: string, status: number) => boolean) | null;

/**
 * Requests as facts, their times relative to the start of the episode (epoch milliseconds). A status that the web did
 * not give is none: a guest with a session of its own can answer the browser's requests.
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

/** The tabs there are, which of them is in front, and whose the sessions are. */
export class Tabs {
  readonly byTarget = new Map<string, Tab>();
  /** Session of a tab, frame or worker -> the tab that it belongs to. */
  readonly ofSession = new Map<string, Tab>();
  /** How a guest opened tabs that the browser has told only the guest of so far: two connections keep no order. */
  private readonly toCome = new Map<string, Opening>();
  private selections = 0;

  /** A new tab is in front, unless it is known to have been opened behind the others. */
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

  /** The one in front of those that show more than about:blank, where there is one; null without a tab. */
  judged(): Tab | null {
    const tabs = [...this.byTarget.values()];
    const shown = tabs.filter((tab) => tab.shown);
    return (shown.length > 0 ? shown : tabs).reduce<Tab | null>(
      (best, tab) => (best && best.front >= tab.front ? best : tab),
      null,
    );
  }
}
