import { setTimeout as delay } from 'node:timers/promises';

/** How long the browser may take to answer before the harness looks at what became of an action. */
const answerLimitMs = 2000;

type PendingAction = { release(): void; answered: Promise<string> };

/** What a guest does, one action after the other: each waits at the door until the harness lets it through. */
export class GuestActions {
  /** Where the guest reaches the browser, once there is one. */
  endpoint: { url: string; port: number } | null = null;
  /** Whether the guest has connected: from then on it has acted, whatever of it is seen. */
  connected = false;
  /** Called with each action, one that only goes on with the last one too. */
  acted: () => void = () => {};
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
    this.acted();
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

/** What a guest does to a page. */
export type Action = {
  tool: string;
  args: Record<string, unknown>;
  /** Whether one that follows on its like is the same action: keys of one word, scripts of one look. */
  runsOn: boolean;
};

type Params = Record<string, unknown>;

const longestCode = 2000;
const edits =
  /^(DOM\.(setAttribute\w+|setNodeValue|setNodeName|setOuterHTML|removeNode|removeAttribute|moveTo|copyTo|undo|redo)|Page\.setDocumentContent)$/;

/** What a command does; null for one that looks, or that prepares what another one does. */
export function actionOf(method: string, params: Params, isInOwnWorld: boolean): Action | null {
  if (method.startsWith('Input.')) return inputOf(method, params);
  switch (method) {
    case 'Page.navigate':
      return single('navigate', { url: params.url });
    case 'Target.createTarget':
      return params.url === 'about:blank' || params.url === ''
        ? null
        : single('navigate', { url: params.url, tab: 'new' });
    case 'Page.reload':
      return single('reload', {});
    case 'Page.navigateToHistoryEntry':
      return single('history', { entry: params.entryId });
    case 'Page.handleJavaScriptDialog':
      return single('dialog', {
        accept: params.accept,
        ...(params.promptText ? { text: params.promptText } : {}),
      });
    case 'Page.captureScreenshot':
    case 'Page.printToPDF':
      return single('screenshot', {});
    case 'DOM.setFileInputFiles':
      return single('upload', { files: Array.isArray(params.files) ? params.files.length : 0 });
    case 'Runtime.evaluate':
    case 'Runtime.callFunctionOn':
      return isInOwnWorld ? running('evaluate', { code: codeOf(params) }) : null;
    default:
      return edits.test(method) ? running('edit', { command: method }) : null;
  }
}

function inputOf(method: string, { type, x, y, button, text, key }: Params): Action | null {
  switch (method) {
    case 'Input.dispatchMouseEvent':
      if (type === 'mouseWheel') return running('scroll', { x, y });
      return type === 'mouseReleased'
        ? single('click', { x, y, ...(button === 'left' ? {} : { button }) })
        : null;
    case 'Input.emulateTouchFromMouseEvent':
      return type === 'mouseReleased' ? single('tap', { x, y }) : null;
    case 'Input.dispatchTouchEvent':
      return type === 'touchEnd' ? single('tap', {}) : null;
    case 'Input.synthesizeTapGesture':
      return single('tap', { x, y });
    case 'Input.synthesizeScrollGesture':
    case 'Input.synthesizePinchGesture':
      return running('scroll', { x, y });
    case 'Input.dispatchDragEvent':
      return type === 'drop' ? single('drop', { x, y }) : null;
    case 'Input.insertText':
    case 'Input.imeSetComposition':
      return running('type', { text });
    case 'Input.dispatchKeyEvent':
      if (type === 'keyUp') return null;
      // Of a word that is typed the first letter stands for all.
      return typeof text === 'string' && text >= ' ' ? running('type', { text }) : single('press', { key });
    default:
      return null;
  }
}

const single = (tool: string, args: Params): Action => ({ tool, args, runsOn: false });
const running = (tool: string, args: Params): Action => ({ tool, args, runsOn: true });

function codeOf({ expression, functionDeclaration }: Params): string {
  const code = String(expression ?? functionDeclaration ?? '');
  return code.length > longestCode ? `${code.slice(0, longestCode)}…` : code;
}

type Context = { id: number; uniqueId?: string; auxData?: { isDefault?: boolean } };

/**
 * Which scripts of a guest run in a page's own world, where a page's scripts run. Libraries keep worlds of their own for
 * looking at a page; what runs there is no action.
 */
export class Worlds {
  /** By session and id: those that are not a page's own. */
  private readonly isolated = new Set<string>();

  /** Takes an event of the domain Runtime. */
  hear({
    method,
    params = {},
    sessionId = '',
  }: {
    method?: string;
    params?: object;
    sessionId?: string | undefined;
  }): void {
    if (method === 'Runtime.executionContextsCleared')
      for (const key of this.isolated) if (key.startsWith(`${sessionId}:`)) this.isolated.delete(key);
    if (method !== 'Runtime.executionContextCreated') return;
    const { context } = params as { context: Context }; // the browser speaks by the protocol
    if (context.auxData?.isDefault !== false) return;
    this.isolated.add(`${sessionId}:${context.id}`);
    if (context.uniqueId) this.isolated.add(`${sessionId}:${context.uniqueId}`);
  }

  /** Whether what these parameters of `Runtime.evaluate` or `Runtime.callFunctionOn` ask for runs in a page's own world. */
  isOwn(sessionId: string, params: Record<string, unknown>): boolean {
    const { contextId, uniqueContextId, executionContextId, objectId } = params;
    // The middle one of three numbers is the context's.
    const ofObject = typeof objectId === 'string' ? /^-?\d+\.(\d+)\.\d+$/.exec(objectId)?.[1] : undefined;
    const context = contextId ?? uniqueContextId ?? executionContextId ?? ofObject;
    return context === undefined || !this.isolated.has(`${sessionId}:${context}`);
  }
}
