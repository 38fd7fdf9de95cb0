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
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  sessionId?: string;
  result?: { targetId?: string };
};
type Attached = { sessionId: string; targetInfo: { targetId: string; type: string } };

/** What is typed, clicked or opened in a tab is so in the one that is looked at. */
const acts =
  /^(Page\.(bringToFront|navigate|reload|navigateToHistoryEntry)|Input\.(dispatch|insert|synthesize|ime)\w+)$/;
const worthReading =
  /"(Page\.(bringToFront|navigate|reload)|Input\.|Target\.(activate|create|sendMessageTo)Target|Runtime\.runIfWaiting)/;

const watchedTypes = ['page', 'iframe', 'worker', 'service_worker', 'shared_worker'];

/** Follows one connection of a guest: its commands and what of the answers is needed to understand them. */
export class GuestTalk {
  private readonly news: TabNews;
  /** Where commands without a session go; null for the browser. */
  private readonly root: string | null;
  private readonly targets = new Map<string, Attached['targetInfo']>();
  /** By the id of the command. */
  private readonly openings = new Map<number, Opening>();

  constructor(news: TabNews, root: string | null) {
    this.news = news;
    this.root = root;
  }

  /** What the command must wait for before the browser may have it. */
  said(text: string): Promise<void> | null {
    return worthReading.test(text) ? this.command(parse(text)) : null;
  }

  answered(text: string): void {
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
    return isHeld ? this.news.watched(target.targetId) : null;
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
