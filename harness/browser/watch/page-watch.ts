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

/** Follows what the main frame of each tab shows. */
export class PageWatch {
  private readonly tabs: Tabs;
  private readonly requests: Pick<RequestWatch, 'committed' | 'requests'>;
  private readonly send: Send;
  /** Null on the real web, whose log nobody has. */
  private readonly statusOf: StatusOf | null;
  /** How each main-frame document was answered, by loader. */
  private readonly documents = new Map<string, DocumentAnswer>();
  /** How each dialog was answered last; see `dialogKey`. */
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

  /** Asks for what a tab shows already: what it committed before it was watched is in no event. */
  async ask(tab: Tab): Promise<void> {
    for (;;) {
      const { loaderId } = tab;
      const answer = await this.send('Page.getFrameTree', undefined, tab.sessionId);
      // An event that came meanwhile is newer, or of an older document: ask again.
      if (answer && tab.loaderId !== loaderId && !tab.told) continue;
      if (answer && !tab.told && answer.frameTree.frame.loaderId !== loaderId)
        this.find(tab, answer.frameTree.frame);
      return;
    }
  }

  readonly handlers: Handlers = {
    'Target.targetInfoChanged': ({ targetInfo: { targetId, url } }) => {
      const tab = this.tabs.byTarget.get(targetId);
      if (tab && !tab.told && url !== tab.url) void this.ask(tab);
    },
    'Page.frameNavigated': ({ frame, type }, sessionId) => {
      const tab = this.tabs.ofSession.get(sessionId);
      if (!tab || frame.parentId !== undefined || sessionId !== tab.sessionId) return;
      this.commit(tab, frame);
      tab.told = tab.shown;
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

  /** A document that no event has told of: the log of the web says whether it was received. */
  private find(tab: Tab, frame: Frame): void {
    // The empty document that a tab begins with has no address yet.
    if (frame.url === '') return;
    this.commit(tab, frame);
    const url = withoutFragment(frame.url);
    const isSeen = this.documents.has(frame.loaderId);
    if (!isSeen && !tab.errorPage && /^https?:/.test(url)) {
      const status = this.statusOf ? this.statusOf(url) : null;
      if (status !== null) this.documents.set(frame.loaderId, { status, isByGuest: false });
      // On the real web a document with such an address is taken for received: Chromium shows no other but by a guest.
      if (this.statusOf === null) tab.received.add(url);
      if (status !== null || this.statusOf === null)
        this.requests.requests.push({ url, wallTimeMs: Date.now(), status });
    }
    this.receive(tab);
  }

  /** Commit and response of one document come in either order: the response comes from another process. */
  private receive(tab: Tab): void {
    const answer = this.documents.get(tab.loaderId);
    if (answer === undefined) return;
    tab.documentStatus = answer.status;
    tab.answeredByGuest = answer.isByGuest;
    if (!answer.isByGuest && !tab.errorPage && /^https?:/.test(tab.documentUrl))
      tab.received.add(withoutFragment(tab.documentUrl));
  }
}
