import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '../judge/facts.ts';
import type { DialogFact } from '../judge/page-state.ts';
import type { Verdict } from '../judge/verdict.ts';
import { type ObserveOptions, observePage } from './observe-page.ts';
import { readPage, wholeTextSha256 } from './read-page.ts';
import type { Tab } from './tab.ts';
import { withoutFragment } from './tab.ts';
import { dialogKey } from './watch/page-watch.ts';
import type { BrowserWatch } from './watch-browser.ts';

const stillMs = 100;
const pollMs = 10;
/** Between readings that look for a change: each one leaves a world behind in the page. */
const readEachMs = 25;

type Waiting = {
  /** Whether a clause of the contract could come undone by what the page still does. */
  negative: boolean;
  /** How long a look waits for a page to load, and again for it to be still. */
  waitLimitMs?: number;
};

export type Observation = { facts: Facts; verdict: Verdict };

/**
 * The observation that decides. It is taken once the page is loaded (`readyState` complete, no request in flight), after
 * 2 s at the latest. Where it does not pass, or a negative clause could still come undone, the page is looked at
 * again when it has been still (no request, no DOM mutation) for 100 ms, 2 s later at the latest.
 */
export async function finalObservation<Seen extends Observation>(
  watch: BrowserWatch,
  observeNow: () => Promise<Seen>,
  { negative, waitLimitMs = 2000 }: Waiting,
): Promise<Seen> {
  await waitUntil(watch, waitLimitMs, (tab) => tab.loaded && quietForMs(tab) > 0);
  const first = await observeNow();
  if (first.verdict.outcome === 'passed' && !negative) return first;
  await pageAtRest(watch, waitLimitMs);
  return observeNow();
}

/** Waits until the page is loaded and has been still (no request, no change of the document) for 100 ms. Gives whether it is. */
export function pageAtRest(watch: BrowserWatch, waitLimitMs = 2000): Promise<boolean> {
  return waitUntil(watch, waitLimitMs, async (tab) => {
    if (!tab.loaded || quietForMs(tab) < stillMs) return false;
    await readPage(watch, tab, []);
    if (tab.stillForMs >= stillMs) return true;
    await delay(readEachMs);
    return false;
  });
}

function quietForMs({ inFlight, lastRequestAt }: Tab): number {
  return inFlight.size > 0 ? 0 : Math.max(performance.now() - lastRequestAt, 1);
}

async function waitUntil(
  watch: BrowserWatch,
  limitMs: number,
  settled: (tab: Tab) => boolean | Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const tab = watch.judgedTab();
    // Nothing will settle in a tab that is gone, crashed or held by a dialog.
    if (!tab || tab.crashed || tab.dialog) return false;
    const late = delay(Math.max(0, deadline - performance.now()), null, { ref: false });
    try {
      const isSettled = await Promise.race([settled(tab), late]);
      if (isSettled !== false) return isSettled === true;
    } catch {
      return false; // Unreadable now: the look itself says why.
    }
    await delay(pollMs);
  }
  return false;
}

/** `textSha256`: of all text on the page; null where it was not asked for or could not be read. */
type SecondLook = Observation & { textSha256: string | null };

export type SecondObservation = SecondLook | { unavailable: string };

type Judging = {
  judge: (facts: Facts) => Observation;
  negative: boolean;
  /** Digest of the text that the page must have as a whole; null where none is asked for. */
  text: string | null;
  /** The log of the web in front of the browser, which must have answered the document; null of the real web. */
  accesses: readonly { url: string }[] | null;
  /** How dialogs were answered before, by `dialogKey`. */
  dialogAnswers?: ReadonlyMap<string, boolean>;
  /** Called once, where the page does not show the outcome when it has come to rest. */
  onDoubt?: () => void;
  /** How long the page may take to show the outcome. */
  limitMs?: number;
  /** How long the address may take to answer before that. */
  answerLimitMs?: number;
};

const lookEachMs = 50;

/** Of the sealed web, where what is late is this machine; the real one has as long as the page. */
const sealedAnswerLimitMs = 20_000;

/**
 * Opens the final URL once more, in the tab of a browser or profile that was opened for it and is told nothing until
 * now. What does not show the outcome at once has 5 s for it. Dialogs that the page opens are answered as they were in
 * the episode. A page that can't be had (navigation error, 429 or 5xx, dialogs without end, crash, no answer in 5 s, of the sealed web in 20) is `unavailable`, with the reason.
 */
export async function takeSecondObservation(
  opening: Promise<{ watch: BrowserWatch }>,
  url: string,
  options: ObserveOptions,
  judging: Judging,
): Promise<SecondObservation> {
  try {
    const { watch } = await opening;
    return await openAndLook(watch, url, options, judging);
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
}

async function openAndLook(
  watch: BrowserWatch,
  url: string,
  options: ObserveOptions,
  {
    judge,
    negative,
    text,
    accesses,
    dialogAnswers = new Map(),
    onDoubt,
    limitMs = 5000,
    answerLimitMs = accesses ? sealedAnswerLimitMs : limitMs,
  }: Judging,
): Promise<SecondObservation> {
  const tab = watch.judgedTab();
  if (!tab) return { unavailable: 'the fresh browser has no tab' };
  const visitor = new Visitor(dialogAnswers);
  tab.answerTo = (dialog) => visitor.answerTo(dialog);
  const answeredBefore = accesses?.length;
  const navigated = await Promise.race([
    watch.cdp.send('Page.navigate', { url }, tab.sessionId),
    delay(answerLimitMs, { errorText: null }, { ref: false }),
  ]);
  if (navigated.errorText === null) return { unavailable: `nothing within ${answerLimitMs} ms` };
  if (navigated.errorText) return { unavailable: `navigation error ${navigated.errorText}` };
  const deadline = performance.now() + limitMs;
  const look = async (): Promise<SecondLook> => {
    const { facts } = await observePage(watch, options);
    return { ...judge(facts), textSha256: text === null ? null : await wholeTextSha256(watch) };
  };
  const holds = ({ verdict, textSha256 }: SecondLook) =>
    verdict.outcome === 'passed' && (text === null || textSha256 === text);
  const isHeldUp = () => whyHeldUp(watch.judgedTab() ?? tab) !== null;
  let seen = await finalObservation(watch, look, { negative });
  if (!holds(seen) && !isHeldUp()) onDoubt?.();
  while (!holds(seen) && !isHeldUp() && performance.now() < deadline) {
    await delay(lookEachMs);
    const waitLimitMs = Math.max(0, Math.min(2000, deadline - performance.now()));
    seen = negative ? await finalObservation(watch, look, { negative, waitLimitMs }) : await look();
  }
  const judged = watch.judgedTab() ?? tab;
  const { documentUrl, documentStatus } = judged;
  const why = whyHeldUp(judged) ?? (documentStatus === null ? 'no response was seen' : null);
  if (why !== null) return { unavailable: why };
  if (!holds(seen) && visitor.guessed !== null)
    return {
      unavailable: `the page asked (${visitor.guessed}), and the answer of the episode was not known`,
    };
  const answered = accesses?.slice(answeredBefore) ?? null;
  if (answered && !answered.some((access) => access.url === withoutFragment(documentUrl)))
    return { unavailable: 'the web was not asked for it' };
  return seen;
}

/** Closed in one observation. A page that opens more has no end. */
const mostDialogs = 20;

/** Answers the dialogs of a page that is opened again, as the agent did; what the agent typed is not typed again. */
class Visitor {
  /** Type of the first dialog that was dismissed where the agent may have done otherwise. */
  guessed: string | null = null;
  private readonly answers: ReadonlyMap<string, boolean>;
  private answered = 0;

  constructor(answers: ReadonlyMap<string, boolean>) {
    this.answers = answers;
  }

  answerTo(dialog: DialogFact): boolean | null {
    this.answered += 1;
    if (this.answered > mostDialogs) return null;
    const { type } = dialog;
    if (type !== 'confirm' && type !== 'prompt') return true;
    const before = this.answers.get(dialogKey(dialog));
    if (before === undefined || (type === 'prompt' && before)) this.guessed ??= type;
    return type === 'confirm' && before === true;
  }
}

/** What keeps a page from ever showing what its address has. */
function whyHeldUp({ dialog, crashed, errorPage, documentStatus }: Tab): string | null {
  if (dialog) return `a dialog (${dialog.type}) is open`;
  if (crashed) return 'the page crashed';
  if (errorPage) return 'the page could not be loaded';
  if (documentStatus !== null && (documentStatus === 429 || documentStatus >= 500))
    return `status ${documentStatus}`;
  return null;
}
