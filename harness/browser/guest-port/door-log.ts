import { knownClassOf } from './command-classes.ts';

type Params = Readonly<Record<string, unknown>>;

/** The deeds of all guests of one browser at the guest port; times are epoch milliseconds. */
export type DoorState = {
  /** Acting commands of the domain Input: a pressed button, a key, a text, a touch, a wheel. */
  acts: number;
  firstActAtMs: number | null;
  /** Requests that a guest answered or changed in place of a host. */
  answers: number;
  /** The first refused address. */
  refused: string | null;
  /** Whether a page reported an end while a script of a guest ran. */
  scripted: boolean;
};

/**
 * Counts the deeds of guests by their commands. With `refusesScripts`, it also refuses every address that is neither
 * http, https nor about:blank, because such an address can run a script in a page.
 */
export class DoorLog {
  private readonly refusesScripts: boolean;
  private readonly counts: DoorState = {
    acts: 0,
    firstActAtMs: null,
    answers: 0,
    refused: null,
    scripted: false,
  };

  constructor({ refusesScripts }: { refusesScripts: boolean }) {
    this.refusesScripts = refusesScripts;
  }

  state(): DoorState {
    return { ...this.counts };
  }

  /** Receives each command of a guest before the browser does. */
  commanded(method: string, params: Params): void {
    if (isAct(method, params)) {
      this.counts.acts += 1;
      this.counts.firstActAtMs ??= Date.now();
    }
    if (isAnswer(method, params)) this.counts.answers += 1;
  }

  scripted(): void {
    this.counts.scripted = true;
  }

  /** Why a command must not reach the browser; null if it may. `entries`: the addresses of the tab's history, by id. */
  refusalOf(method: string, params: Params, entries: ReadonlyMap<unknown, string>): string | null {
    if (!this.refusesScripts) return null;
    const opens = ['Page.navigate', 'Target.createTarget'].includes(method);
    const isEntry = method === 'Page.navigateToHistoryEntry';
    const address = opens ? params.url : isEntry ? entries.get(params.entryId) : '';
    if (isEntry && address === undefined) return 'an entry of the history that was not read before';
    if (typeof address !== 'string' || isAllowed(address)) return null;
    this.counts.refused ??= address;
    return 'only http and https addresses are allowed';
  }
}

/** A moved pointer and a released button do not count. */
function isAct(method: string, { type }: Params): boolean {
  const isIdle = ['mouseMoved', 'mouseReleased', 'keyUp', 'touchMove', 'touchEnd', 'touchCancel'].includes(
    String(type),
  );
  return method.startsWith('Input.') && knownClassOf(method) === 'act' && !isIdle;
}

/** Whether a command answers a request in place of its host, or changes the request or its answer. */
export function isAnswer(method: string, params: Params): boolean {
  if (method === 'Fetch.fulfillRequest') return true;
  if (method !== 'Fetch.continueRequest' && method !== 'Fetch.continueResponse') return false;
  return ['url', 'method', 'postData', 'responseCode', 'responsePhrase'].some((name) => name in params);
}

/** An empty address opens about:blank. An invalid address goes to the browser, which opens nothing. */
function isAllowed(address: string): boolean {
  if (address === '') return true;
  const url = URL.parse(address);
  return url === null || /^https?:$/.test(url.protocol) || url.href === 'about:blank';
}
