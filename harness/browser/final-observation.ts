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
/** The interval of readings during a wait. Not shorter, because each reading leaves an isolated world in the page. */
const readEachMs = 25;

type Waiting = {
  /** Whether later work of the page could still break a clause of the contract. */
  negative: boolean;
  /** The limit for the page to load, and again for it to be still. */
  waitLimitMs?: number;
};

export type Observation = { facts: Facts; verdict: Verdict };

/**
 * The observation that decides. It is taken when the page is loaded (`readyState` complete, no request in flight),
 * after 2 s at the latest. If it does not pass, or a negative clause could still break, the page is observed again.
 * That happens when the page has been still (no request, no DOM mutation) for 100 ms, 2 s later at the latest.
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

/**
 * Waits until the page is loaded and has been still (no request, no change of the document) for 100 ms. Resolves with
 * false at the limit.
 */
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
    // A tab that is closed, crashed or blocked by a dialog never settles.
    if (!tab || tab.crashed || tab.dialog) return false;
    const late = delay(Math.max(0, deadline - performance.now()), null, { ref: false });
    try {
      const isSettled = await Promise.race([settled(tab), late]);
      if (isSettled !== false) return isSettled === true;
    } catch {
      return false; // Unreadable now: the observation itself names the reason.
    }
    await delay(pollMs);
  }
  return false;
}

/** `textSha256`: digest of all text on the page; null if it was not requested or could not be read. */
type SecondLook = Observation & { textSha256: string | null };

export type SecondObservation = SecondLook | { unavailable: string };

type Judging = {
  judge: (facts: Facts) => Observation;
  negative: boolean;
  /** The required digest of the page's whole text; null if there is none. */
  text: string | null;
  /** The log of the hermetic web, which must contain the document; null on the live web. */
  accesses: readonly { url: string }[] | null;
  /** The answers to dialogs in the episode, by `dialogKey`. */
  dialogAnswers?: ReadonlyMap<string, boolean>;
  /** Called once if the page at rest does not show the outcome. */
  onDoubt?: () => void;
  /** The limit for the page to show the outcome. */
  limitMs?: number;
  /** The limit for the response before that. */
  answerLimitMs?: number;
};

const lookEachMs = 50;

/** For the hermetic web, where only this machine can be slow; the live web has the limit of the page. */
const hermeticAnswerLimitMs = 20_000;

/**
 * Opens the final URL once more, in an unused tab of a fresh browser or profile. The page has 5 s to show the outcome.
 * Dialogs get the same answers as in the episode. The result is `unavailable` with a reason for a navigation error, 429
 * or 5xx, endless dialogs or a crash. The same holds without an answer in 5 s, or 20 s on the hermetic web.
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
    answerLimitMs = accesses ? hermeticAnswerLimitMs : limitMs,
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

/** The number of dialogs that are closed in one observation; a page with more is endless. */
const mostDialogs = 20;

/** Answers the dialogs of a reopened page as the agent did, without the text that the agent typed. */
class Visitor {
  /** The type of the first dialog that was dismissed without a known answer of the agent. */
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

/** The reason why a page can never show the content of its address; null if there is none. */
function whyHeldUp({ dialog, crashed, errorPage, documentStatus }: Tab): string | null {
  if (dialog) return `a dialog (${dialog.type}) is open`;
  if (crashed) return 'the page crashed';
  if (errorPage) return 'the page could not be loaded';
  if (documentStatus !== null && (documentStatus === 429 || documentStatus >= 500))
    return `status ${documentStatus}`;
  return null;
}
