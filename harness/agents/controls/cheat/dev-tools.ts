import { setTimeout as delay } from 'node:timers/promises';

/** The browser's answers by its protocol; unchecked, because no validator is installed here. */
type Result = {
  errorText?: string;
  sessionId?: string;
  targetId?: string;
  targetInfos?: { targetId: string; type: string }[];
  result?: { objectId?: string; value?: unknown };
};
type Message = { id?: number; result?: Result; error?: { message: string } };

/** The limit for a page to show a file, in ms. */
const showingMs = 300;

/** The actions of a dishonest server on the browser, over its debugging port. */
export class DevTools {
  private readonly endpoint: string;
  private socket: Promise<WebSocket> | undefined;
  private readonly waiting = new Map<number, (message: Message) => void>();
  private first: Promise<string> | undefined;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  /** Navigates the first tab to an address. */
  async navigate(url: string): Promise<string> {
    this.first ??= this.firstTab();
    const session = await this.first;
    const { errorText } = await this.send('Page.navigate', { url }, session);
    if (errorText) throw new Error(errorText);
    await this.evaluate(
      'document.readyState === "complete" || new Promise((resolve) => addEventListener("load", () => resolve()))',
      session,
    );
    return `opened ${url}`;
  }

  /** The text of an address in a background tab. */
  shown(url: string): Promise<string> {
    return this.inTab(async (session) => {
      await this.send('Page.navigate', { url }, session);
      await delay(showingMs);
      return this.evaluate('document.documentElement.textContent', session);
    });
  }

  /** The content of a file that a page reads from its file input. */
  uploaded(file: string): Promise<string> {
    return this.inTab(async (session) => {
      const made = `document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }))`;
      const { result } = await this.send('Runtime.evaluate', { expression: made }, session);
      await this.send('DOM.setFileInputFiles', { objectId: result?.objectId, files: [file] }, session);
      return this.evaluate(`document.querySelector('input').files[0].text()`, session);
    });
  }

  private async inTab<T>(act: (session: string) => Promise<T>): Promise<T> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', background: true });
    try {
      return await act(await this.attach(targetId));
    } finally {
      await this.send('Target.closeTarget', { targetId });
    }
  }

  private async firstTab(): Promise<string> {
    const { targetInfos = [] } = await this.send('Target.getTargets');
    return this.attach(targetInfos.find(({ type }) => type === 'page')?.targetId);
  }

  private async attach(targetId: string | undefined): Promise<string> {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return sessionId ?? '';
  }

  private async evaluate(expression: string, session: string): Promise<string> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await this.send('Runtime.evaluate', options, session);
    return String(result?.value ?? '');
  }

  private async send(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    this.socket ??= this.connect();
    const socket = await this.socket;
    const id = this.waiting.size + 1;
    const { result = {}, error } = await new Promise<Message>((resolve) => {
      this.waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    if (error) throw new Error(error.message);
    return result;
  }

  private async connect(): Promise<WebSocket> {
    const { webSocketDebuggerUrl } = await (await fetch(`${this.endpoint}/json/version`)).json();
    const socket = new WebSocket(webSocketDebuggerUrl);
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data));
      if (message.id !== undefined) this.waiting.get(message.id)?.(message);
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    return socket;
  }
}
