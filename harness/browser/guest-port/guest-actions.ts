import { setTimeout as delay } from 'node:timers/promises';
import type { ShownState } from '../shown-state.ts';
import { knownClassOf } from './command-classes.ts';
import { isAnswer } from './door-log.ts';

/** The limit for the browser's answer; after it the harness checks the effect of an action without one. */
const answerLimitMs = 2000;

/** The number of screenshots and script runs that count as one look if no act is between them. */
const oneLook = 10;

/** Counts of browser events so far, whatever their cause. */
export type Happened = {
  /** Documents of main frames, opened tabs and closed tabs. */
  readonly documents: number;
  /** Requests other than GET. */
  readonly requests: number;
};

type Params = Record<string, unknown>;

/** One action of a guest on a page. */
export type Action = {
  /** A `script` counts as an act if an effect follows it, else as a look. */
  kind: 'act' | 'script' | 'look';
  tool: string;
  args: Params;
  /** Consecutive actions with the same value are one act: letters of one text, turns of the wheel. */
  runsOn?: string;
  /** For the shortcut that selects the text of a field, and for a key that then erases it. */
  fills?: 'selects' | 'erases';
  /** For a key whose character may be a separate message: links the two messages. */
  key?: { down: string } | { character: string };
  /** For a script: whether it runs in the page's own world, and whether it only prepares later commands. */
  isOwn?: boolean;
  isPreparing?: boolean;
};

/** Consecutive scripts, which together are at most one act. */
export type ScriptRun = {
  codes: string[];
  isOwn: boolean;
  answered: Promise<string>;
  /** The state of all tabs before the run; null if it could not be read or changed by itself. */
  before: ShownState | null;
  /** The ends that pages had reported before the run. */
  ends: number;
  since: Happened;
};

type Held = {
  action: Action;
  run: ScriptRun | null;
  release(): void;
  passed: Promise<void>;
  answered: Promise<string>;
};

/**
 * The actions of a guest, one at a time: each act waits at the guest port until the harness releases it. The first
 * script of a run waits as well, until the harness has read the page. A look never waits.
 */
export class GuestActions {
  /** The address of the browser for the guest, once it runs. */
  endpoint: { url: string; port: number } | null = null;
  /** Whether the guest has connected, which counts as having acted. */
  connected = false;
  /** Called for each action, including looks. */
  acted: () => void = () => {};
  happened: Happened = { documents: 0, requests: 0 };
  /** Looks beyond this number wait forever. */
  maxLooks = Number.POSITIVE_INFINITY;
  /** The counted acts, and their limit. */
  acts: () => number = () => 0;
  maxActs = Number.POSITIVE_INFINITY;
  /** The pressed buttons, fingers and keys. */
  readonly down = new Set<string>();
  private readonly hand: (action: Action) => void;
  /** The waiting actions by their arguments, because each action has its own object. */
  private readonly held = new Map<Action['args'], Held>();
  private word: { runsOn: string; documents: number } | null = null;
  private keyDown: string | null = null;
  private hasSelected = false;
  /** The waiting script, as long as only scripts followed it. */
  private waiting: Held | null = null;
  private run: ScriptRun | null = null;
  /** The elements that changed before the guest's first act or script, so by themselves, such as a clock. */
  moving: ReadonlySet<string> = new Set();
  /** Whether scripts may join the run. */
  private isOpen = false;
  private looksBefore = 0;
  private looksSince = 0;

  /** `hand` receives each action immediately. */
  constructor(hand: (action: Action) => void) {
    this.hand = hand;
  }

  /** The number of looks: up to ten consecutive looks between two acts count as one. */
  get looks(): number {
    return this.looksBefore + Math.ceil(this.looksSince / oneLook);
  }

  /** The promise that the action must wait for; null if it continues the last action or is a look. */
  take(action: Action, answered: Promise<string>): Promise<void> | null {
    this.acted();
    if (action.kind === 'look') {
      this.looked();
      return this.looks > this.maxLooks ? this.handOver(action, answered).passed : null;
    }
    if (action.kind === 'script') return this.takeScript(action, answered);
    const { key, fills } = action;
    // To replace the text of a field, clients select it, erase it and type.
    const runsOn = fills === 'erases' && this.hasSelected ? 'type' : action.runsOn;
    const isCharacter = key !== undefined && 'character' in key && key.character === this.keyDown;
    this.keyDown = key !== undefined && 'down' in key ? key.down : null;
    if (isCharacter) return null;
    this.hasSelected = fills === 'selects';
    const { documents } = this.happened;
    const goesOn = runsOn !== undefined && this.word?.runsOn === runsOn && this.word.documents === documents;
    // A space that does not follow a letter activates the focused element.
    const isSpace = !goesOn && action.args.text === ' ';
    this.word = runsOn === undefined || isSpace ? null : { runsOn, documents };
    if (goesOn) return null;
    this.waiting = null;
    this.isOpen = false;
    return this.handOver(action, answered).passed;
  }

  private takeScript(action: Action, answered: Promise<string>): Promise<void> | null {
    const { isOwn = false, args } = action;
    const since = { ...this.happened };
    this.word = null;
    const joined = this.waiting?.run ?? (this.isOpen && !this.hasFollowed() ? this.run : null);
    if (joined) {
      joined.codes.push(String(args.code));
      joined.isOwn ||= isOwn;
      return this.waiting?.passed ?? null;
    }
    const run = { codes: [String(args.code)], isOwn, answered, before: null, ends: 0, since };
    this.waiting = this.handOver(action, answered, run);
    return this.waiting.passed;
  }

  private handOver(action: Action, answered: Promise<string>, run: ScriptRun | null = null): Held {
    const { promise: passed, resolve: release } = Promise.withResolvers<void>();
    const held = { action, run, release, passed, answered };
    this.held.set(action.args, held);
    this.hand(action);
    return held;
  }

  /** The counts so far with their limits. */
  get counts(): { acts: number; maxActs: number; looks: number; maxLooks: number } {
    const { looks, maxActs, maxLooks } = this;
    return { acts: this.acts(), maxActs, looks, maxLooks };
  }

  /** Whether all acts are used up. */
  get isSpent(): boolean {
    return this.acts() >= this.maxActs;
  }

  /** Whether these arguments belong to the first script of a run. */
  isScript(args: Action['args']): boolean {
    return this.held.get(args)?.action.kind === 'script';
  }

  /** Releases a run of scripts; `before`: the state of all tabs, `ends`: the number of reported ends. */
  begin(args: Action['args'], before: ShownState | null, ends = 0): void {
    const held = this.held.get(args);
    if (!held?.run) return;
    this.held.delete(args);
    this.run = Object.assign(held.run, { before, ends, since: { ...this.happened } });
    if (this.waiting === held) {
      this.waiting = null;
      this.isOpen = true;
    }
    held.release();
  }

  /** Ends the last released run of scripts and returns it; null if there was none. */
  endRun(): ScriptRun | null {
    const { run } = this;
    this.run = null;
    this.isOpen = false;
    return run;
  }

  /** Whether a request other than GET, a document or a tab appeared since the run began. */
  hasFollowed(run: ScriptRun | null = this.run): boolean {
    const { documents, requests } = this.happened;
    return run !== null && (run.since.documents !== documents || run.since.requests !== requests);
  }

  looked(): void {
    this.looksSince += 1;
  }

  /** Later looks are counted separately. */
  endLooks(): void {
    this.looksBefore = this.looks;
    this.looksSince = 0;
  }

  /** Releases an act and returns the browser's answer; null if no such act waits. */
  async pass(args: Action['args']): Promise<string | null> {
    const held = this.held.get(args);
    if (held?.action.kind !== 'act') return null;
    this.held.delete(args);
    this.endLooks();
    held.release();
    const limit = new AbortController();
    const late = delay(answerLimitMs, '(no answer yet)', { signal: limit.signal }).catch(() => '');
    return Promise.race([held.answered, late]).finally(() => limit.abort());
  }
}

const longestCode = 2000;

/** The action of a command; null if it only reads or prepares another command. */
export function actionOf(
  method: string,
  params: Params,
  { isOwn, isSpent = false, down }: { isOwn: boolean; isSpent?: boolean; down: Set<string> },
): Action | null {
  const known = knownClassOf(method) ?? 'act';
  switch (method) {
    case 'Page.captureScreenshot':
    case 'Page.captureSnapshot':
    case 'Page.printToPDF':
    case 'Page.startScreencast':
      return { kind: 'look', tool: 'screenshot', args: {} };
    case 'Page.navigate':
      return act('navigate', { url: params.url });
    case 'Target.createTarget':
      return params.url === 'about:blank' || params.url === ''
        ? null
        : act('navigate', { url: params.url, tab: 'new' });
    case 'Page.reload':
      return act('reload', {});
    case 'Page.navigateToHistoryEntry':
      return act('history', { entry: params.entryId });
    case 'Page.handleJavaScriptDialog':
      return act('dialog', {
        accept: params.accept,
        ...(params.promptText ? { text: params.promptText } : {}),
      });
    case 'DOM.setFileInputFiles':
      return act('upload', { files: Array.isArray(params.files) ? params.files.length : 0 });
    case 'Fetch.fulfillRequest':
    case 'Fetch.continueRequest':
    case 'Fetch.continueResponse':
      return isAnswer(method, params) ? act('answer', { command: method }, method) : null;
  }
  if (known === 'script') return scriptOf(method, params, isOwn);
  if (known !== 'act') return null;
  if (method.startsWith('Input.')) return inputOf(method, params, { down, isSpent });
  return act(method.startsWith('DOM.') ? 'edit' : 'command', { command: method });
}

/** A script of comments alone does nothing; libraries create worlds with such scripts. */
const isEmpty = (code: string) => code.replace(/\/\/[^\n]*/g, '').trim() === '';

function scriptOf(method: string, params: Params, isOwn: boolean): Action | null {
  const { expression, functionDeclaration, source, scriptSource, condition } = params;
  const given = expression ?? functionDeclaration ?? source ?? scriptSource ?? condition;
  if (method.startsWith('Page.addScript') && isEmpty(String(given ?? ''))) return null;
  const code = given === undefined ? `// ${method}` : String(given);
  const isPreparing = !/^(Runtime|Debugger)\./.test(method) && params.runImmediately !== true;
  const cut = code.length > longestCode ? `${code.slice(0, longestCode)}…` : code;
  return { kind: 'script', tool: 'evaluate', args: { code: cut }, isOwn: isOwn && !isPreparing, isPreparing };
}

/** A press counts with its release. If no act is left, it counts itself, because pages react to the press too. */
function inputOf(
  method: string,
  params: Params,
  { down, isSpent }: { down: Set<string>; isSpent: boolean },
): Action | null {
  const { type, x, y, button, text } = params;
  switch (method) {
    case 'Input.dispatchMouseEvent':
    case 'Input.emulateTouchFromMouseEvent': {
      const tool = method === 'Input.dispatchMouseEvent' ? 'click' : 'tap';
      const where = { x, y, ...(tool === 'tap' || button === 'left' ? {} : { button }) };
      if (type === 'mouseWheel') return act('scroll', { x, y }, 'scroll');
      if (type === 'mousePressed') return isDownAgain(down, 'mouse') || isSpent ? act(tool, where) : null;
      if (type !== 'mouseReleased') return null;
      down.delete('mouse');
      return act(tool, where);
    }
    case 'Input.dispatchTouchEvent':
      if (type === 'touchStart') return isDownAgain(down, 'touch') || isSpent ? act('tap', {}) : null;
      if (type === 'touchMove') return null;
      down.delete('touch');
      return type === 'touchEnd' ? act('tap', {}) : null;
    case 'Input.synthesizeTapGesture':
      return act('tap', { x, y });
    case 'Input.synthesizeScrollGesture':
    case 'Input.synthesizePinchGesture':
      return act('scroll', { x, y }, 'scroll');
    case 'Input.dispatchDragEvent':
      return type === 'drop' ? act('drop', { x, y }) : null;
    case 'Input.insertText':
    case 'Input.imeSetComposition':
      return act('type', { text }, 'type');
    case 'Input.dispatchKeyEvent':
      return keyOf(params, down);
    default:
      return act('command', { command: method });
  }
}

/** Whether it is pressed again without a release; then the earlier press was an act. */
function isDownAgain(down: Set<string>, what: string): boolean {
  const isAgain = down.has(what);
  down.add(what);
  return isAgain;
}

const modifiers = { alt: 1, control: 2, meta: 4 };
const nameOfCharacter: Record<string, string> = {
  '\r': 'Enter',
  '\n': 'Enter',
  '\t': 'Tab',
  '\b': 'Backspace',
};

/**
 * A letter is typed; all other keys, and letters with Alt, Control or Meta, are pressed. Clients send a letter as one
 * message, or as a key and a character.
 */
function keyOf(
  { type, text, key, code, modifiers: held = 0, commands }: Params,
  down: Set<string>,
): Action | null {
  const names = [`key ${key}`, `code ${code}`];
  if (type === 'keyUp') {
    const wasDown = names.some((name) => down.has(name));
    for (const name of names) down.delete(name);
    return wasDown ? null : act('press', { key, up: true });
  }
  const isCharacter = type === 'char';
  if (!isCharacter) for (const name of names) down.add(name);
  const isShortcut = (Number(held) & (modifiers.alt | modifiers.control | modifiers.meta)) !== 0;
  const typed = typeof text === 'string' && text !== '' ? text : null;
  const letter = typed ?? (typeof key === 'string' && [...key].length === 1 ? key : null);
  const isLetter = letter !== null && !/\p{Cc}/u.test(letter);
  if (isLetter && !isShortcut && !(Array.isArray(commands) && commands.length > 0))
    return {
      ...act('type', { text: letter }, 'type'),
      ...(isCharacter ? { key: { character: letter } } : typed === null ? { key: { down: letter } } : {}),
    };
  const fills = isShortcut ? selectsAll(String(key), Number(held)) : erases(String(key));
  const named = isCharacter ? (nameOfCharacter[String(text)] ?? String(text)) : String(key);
  return {
    ...act('press', { key: named }, fills === 'selects' ? 'type' : undefined),
    ...(fills === null ? {} : { fills }),
    ...(isCharacter ? { key: { character: named } } : typed === null ? { key: { down: named } } : {}),
  };
}

const selectsAll = (key: string, held: number) =>
  key.toLowerCase() === 'a' && (held === modifiers.control || held === modifiers.meta) ? 'selects' : null;
const erases = (key: string) => (key === 'Backspace' || key === 'Delete' ? 'erases' : null);

const act = (tool: string, args: Params, runsOn?: string): Action => ({
  kind: 'act',
  tool,
  args,
  ...(runsOn === undefined ? {} : { runsOn }),
});
