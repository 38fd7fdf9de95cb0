import type { DialogFact } from '../../judge/page-state.ts';
import type { CdpEventParams } from '../cdp.ts';
import type { Tabs } from '../tab.ts';
import { type DocumentAnswer, type Tab, withoutFragment } from '../tab.ts';
import type { Handlers, Send, StatusOf } from './handlers.ts';
import type { RequestWatch } from './request-watch.ts';

export function dialogKey({ type, message }: DialogFact): string {
  return `${type} ${message}`;
}

type Frame = Pick<
  CdpEventParams<'Page.frameNavigated'>['frame'],
  'id' | 'loaderId' | 'url' | 'urlFragment' | 'unreachableUrl'
>;

/** Follows the document in the main frame of each tab. */
export class PageWatch {
  private readonly tabs: Tabs;
  private readonly requests: Pick<RequestWatch, 'committed' | 'requests'>;
  private readonly send: Send;
  /** Null on the live web, which has no log. */
  private readonly statusOf: StatusOf | null;
  /** The answer of each main-frame document, by loader. */
  private readonly documents = new Map<string, DocumentAnswer>();
  /** The last answer to each dialog, by `dialogKey`. */
  readonly dialogAnswers = new Map<string, boolean>();

  constructor(
    tabs: Tabs,
    {
      requests,
      send,
      statusOf,
    }: { requests: Pick<RequestWatch, 'committed' | 'requests'>; send: Send; statusOf: StatusOf | null },
  ) {
    this.tabs = tabs;
    this.requests = requests;
    this.send = send;
    this.statusOf = statusOf;
  }

  responded(tab: Tab, loaderId: string, answer: DocumentAnswer): void {
    this.documents.set(loaderId, answer);
    this.receive(tab);
  }

  /** Asks for a tab's current document, because a commit before the watch has no event. */
  async ask(tab: Tab): Promise<void> {
    for (;;) {
      const { loaderId } = tab;
      const answer = await this.send('Page.getFrameTree', undefined, tab.sessionId);
      // An event meanwhile may be newer or of an older document, so ask again.
      if (answer && tab.loaderId !== loaderId && !tab.reported) continue;
      if (answer && !tab.reported && answer.frameTree.frame.loaderId !== loaderId)
        this.find(tab, answer.frameTree.frame);
      return;
    }
  }

  readonly handlers: Handlers = {
    'Target.targetInfoChanged': ({ targetInfo: { targetId, url } }) => {
      const tab = this.tabs.byTarget.get(targetId);
      if (tab && !tab.reported && url !== tab.url) void this.ask(tab);
    },
    'Page.frameNavigated': ({ frame, type }, sessionId) => {
      const tab = this.tabs.ofSession.get(sessionId);
      if (!tab || frame.parentId !== undefined || sessionId !== tab.sessionId) return;
      this.commit(tab, frame);
      tab.reported = tab.shown;
      tab.loaded = type === 'BackForwardCacheRestore';
      this.receive(tab);
    },
    'Page.lifecycleEvent': ({ name, frameId, loaderId }, sessionId) => {
      const tab = this.tabs.ofSession.get(sessionId);
      if (tab && name === 'load' && frameId === tab.mainFrameId) tab.loaded ||= loaderId === tab.loaderId;
    },
    'Page.navigatedWithinDocument': ({ frameId, url }, sessionId) => {
      const tab = this.tabs.ofSession.get(sessionId);
      if (tab && frameId === tab.mainFrameId) tab.url = url;
    },
    'Page.javascriptDialogOpening': ({ type, message }, sessionId) => {
      const tab = this.tabs.ofSession.get(sessionId);
      if (!tab) return;
      const dialog = { type, message: message.slice(0, 1000) };
      const accept = tab.answerTo(dialog);
      if (accept === null) tab.dialog = dialog;
      else void this.send('Page.handleJavaScriptDialog', { accept }, sessionId);
    },
    'Page.javascriptDialogClosed': ({ result }, sessionId) => {
      const tab = this.tabs.ofSession.get(sessionId);
      if (!tab?.dialog) return;
      this.dialogAnswers.set(dialogKey(tab.dialog), result);
      tab.dialog = null;
    },
  };

  private commit(tab: Tab, frame: Frame): void {
    tab.mainFrameId = frame.id;
    tab.loaderId = frame.loaderId;
    tab.crashed = false;
    tab.dialog = null;
    tab.errorPage = frame.unreachableUrl !== undefined;
    tab.documentUrl = frame.url;
    tab.url = frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`;
    if (tab.url !== 'about:blank') {
      tab.shown = true;
      tab.awaited = false;
    }
    this.requests.committed(tab);
    tab.documentStatus = null;
    tab.answeredByGuest = false;
  }

  /** Handles a document without any event; the web's log shows whether it was received. */
  private find(tab: Tab, frame: Frame): void {
    // The initial empty document of a tab has no address yet.
    if (frame.url === '') return;
    this.commit(tab, frame);
    const url = withoutFragment(frame.url);
    const isSeen = this.documents.has(frame.loaderId);
    if (!isSeen && !tab.errorPage && /^https?:/.test(url)) {
      const status = this.statusOf ? this.statusOf(url) : null;
      if (status !== null) this.documents.set(frame.loaderId, { status, isByGuest: false });
      // On the live web a document with such an address counts as received, because only a guest could make Chromium
      // show another.
      if (this.statusOf === null) tab.received.add(url);
      if (status !== null || this.statusOf === null)
        this.requests.requests.push({ url, wallTimeMs: Date.now(), status });
    }
    this.receive(tab);
  }

  /** Commit and response of a document come in either order, because the response comes from another process. */
  private receive(tab: Tab): void {
    const answer = this.documents.get(tab.loaderId);
    if (answer === undefined) return;
    tab.documentStatus = answer.status;
    tab.answeredByGuest = answer.isByGuest;
    if (!answer.isByGuest && !tab.errorPage && /^https?:/.test(tab.documentUrl))
      tab.received.add(withoutFragment(tab.documentUrl));
  }
}
