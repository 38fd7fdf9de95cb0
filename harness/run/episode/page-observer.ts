import {
  finalObservation,
  type Observation,
  pageAtRest,
  type SecondObservation,
  takeSecondObservation,
} from '../../browser/final-observation.ts';
import type { EpisodeState } from '../../browser/gatherers/gatherer.ts';
import { type ObserveOptions, observePage } from '../../browser/observe-page.ts';
import { readPage, wholeTextSha256 } from '../../browser/read-page.ts';
import { capturePicture, captureScreenshot, type Picture } from '../../browser/screenshot.ts';
import { type BrowserSession, openBrowser } from '../../browser/session.ts';
import { type Tab, withoutFragment } from '../../browser/tab.ts';
import { type KeptOfProfile, openTabInProfile, profileOf } from '../../browser/tab-in-profile.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { compactFacts } from '../../judge/compact/compact-facts.ts';
import type { Facts } from '../../judge/facts.ts';
import { hasNegativeClause, judge, judgeSecondObservation } from '../../judge/judge.ts';
import { needsOf } from '../../judge/needs.ts';
import type { Verdict } from '../../judge/verdict.ts';
import { mostPictureBytes } from '../../results/records/kept-pictures.ts';
import { redactSeen } from '../../results/score/redact-trajectory.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import type { OpenWeb } from '../../web/hermetic-web.ts';
import type { Capture, EpisodePlan } from './episode.ts';

const unsettled = {
  browser: 'requests were still open 10 s after the end: the page kept sending them',
  host: 'requests were still open 10 s after the end: a host did not answer one',
};

type DoubtContext = { verdict: Verdict; url: string; text: string | null; onDoubt?: () => void };

/** Observes the page of one episode through the harness's own connection, and evaluates the contract. */
export class PageObserver {
  private readonly plan: EpisodePlan;
  private readonly session: BrowserSession;
  private readonly web: OpenWeb;
  private readonly options: ObserveOptions & { told: EpisodeState };
  /** Milliseconds since the start of the episode; read at each observation. */
  private readonly marks: Facts['marks'] = { contract_enter: 0, last_tool_call: null };
  private isBlind = false;
  /** Whether the page was still sending requests when the web was frozen. */
  isRestless = false;
  private secondBrowser: Promise<BrowserSession> | null = null;

  constructor(
    plan: EpisodePlan,
    { session, web, startedAtMs }: { session: BrowserSession; web: OpenWeb; startedAtMs: number },
  ) {
    this.plan = plan;
    this.session = session;
    this.web = web;
    this.options = {
      needs: needsOf(plan.task.success),
      viewport: plan.task.setup.viewport,
      startedAtMs,
      gave: web.hermetic ? web.hermetic.gave : null,
      marks: this.marks,
      screenshotClasses: plan.screenshotClasses,
      told: { ...toldBy(web, plan.task.verify, startedAtMs), door: () => session.door.state() },
    };
  }

  /** Judges exactly the facts that are saved, so that judging the saved facts again gives the same verdict. */
  private withoutSecrets(seen: Facts, judged: (facts: Facts) => Verdict): Observation {
    const contract = this.plan.task.success;
    const compact = (facts: Facts) => compactFacts(contract, facts, matchInTime);
    const facts = redactSeen(seen, compact, this.plan.redact, (each) =>
      judged(each)
        .clauses.map(({ outcome }) => outcome)
        .join(' '),
    );
    return { facts, verdict: judged(facts) };
  }

  markContractEnter(): void {
    this.marks.contract_enter = Date.now() - this.options.startedAtMs;
  }

  markLastToolCall(): void {
    this.marks.last_tool_call = Date.now() - this.options.startedAtMs;
  }

  /** One observation without any waiting. */
  async now(): Promise<Observation & { fingerprint: string | null }> {
    const { facts: seen, fingerprint } = await observePage(this.session.watch, this.options);
    const contract = this.plan.task.success;
    return { ...this.withoutSecrets(seen, (facts) => judge(contract, facts, matchInTime)), fingerprint };
  }

  final(): Promise<Observation> {
    return finalObservation(this.session.watch, () => this.now(), {
      negative: hasNegativeClause(this.plan.task.success),
    });
  }

  /**
   * Observes the state of the hosts once the web is quiet and frozen. `answer` returns the agent's answer, null if it
   * gave none; it is called only if the contract needs one.
   */
  async ofState(answer: () => Promise<string | null>): Promise<Observation> {
    const frozen = (await this.web.hermetic?.freeze()) ?? 'quiet';
    if (this.options.needs.some((need) => 'answer' in need)) this.options.told.answer = await answer();
    this.isRestless = frozen === 'browser';
    if (frozen !== 'quiet') this.options.told.unsettled = unsettled[frozen];
    return this.now();
  }

  provenance(finalUrl: string): Provenance {
    const tab = this.session.watch.judgedTab();
    return tab ? provenanceOf(tab, finalUrl, this.accesses()) : 'elsewhere';
  }

  /** Digest of all text on the judged page, once it is at rest; null if it cannot be read. */
  async wholeText(): Promise<string | null> {
    await pageAtRest(this.session.watch);
    return wholeTextSha256(this.session.watch);
  }

  /** The profile of the judged tab. Call it while the server still keeps the tab open. */
  profile(): Promise<string | undefined> {
    return profileOf(this.session.watch).catch(() => undefined);
  }

  /**
   * Opens the browser of the second observation early, while the server waits for its page, so that it costs no time.
   */
  prepareSecond(): void {
    const { id, chromium, task } = this.plan;
    this.secondBrowser = openBrowser(chromium, this.web, {
      mark: `${id}.second-look`,
      viewport: task.setup.viewport,
      sealed: true,
      recorder: this.plan.recorder,
    });
    // The error surfaces where the browser is awaited.
    this.secondBrowser.catch(() => {});
  }

  second(again: DoubtContext): Promise<SecondObservation> {
    const opening =
      this.secondBrowser ?? Promise.reject(new Error('no browser was opened for the second observation'));
    return this.observeAgain(opening, again);
  }

  /** Observes again in a new tab of a profile of this episode, after every guest has left. */
  inProfile(
    again: DoubtContext & { profile: string | undefined; kept: KeptOfProfile },
  ): Promise<SecondObservation> {
    const { url, profile, kept } = again;
    const { origin } = new URL(url);
    const opening = openTabInProfile(this.session.watch, { profile, origin, kept });
    return this.observeAgain(opening, again);
  }

  private observeAgain(
    opening: Promise<{ watch: BrowserWatch }>,
    { verdict: first, url, text, onDoubt }: DoubtContext,
  ): Promise<SecondObservation> {
    const contract = this.plan.task.success;
    const options = { ...this.options, needs: needsOf(contract, { reloadable: true }) };
    return takeSecondObservation(opening, url, options, {
      text,
      dialogAnswers: this.session.watch.dialogAnswers,
      ...(onDoubt ? { onDoubt } : {}),
      accesses: this.accesses(),
      negative: hasNegativeClause(contract),
      ...(this.plan.showLimitMs === undefined ? {} : { limitMs: this.plan.showLimitMs }),
      judge: (seen) =>
        this.withoutSecrets(seen, (facts) => judgeSecondObservation(contract, first, facts, matchInTime)),
    });
  }

  private accesses(): readonly { url: string }[] | null {
    return this.web.hermetic?.accesses ?? null;
  }

  async end(): Promise<void> {
    await this.secondBrowser?.then(
      (browser) => browser.end(),
      () => {},
    );
  }

  /** A picture of the page; null without a page. After one failure no more pictures are taken. */
  async picture(): Promise<Picture | null> {
    const { watch } = this.session;
    const tab = watch.judgedTab();
    if (this.isBlind || !tab || tab.crashed || tab.dialog || watch.cdp.closed) return null;
    try {
      return await capturePicture(watch.cdp, tab.sessionId, mostPictureBytes);
    } catch {
      this.isBlind = true;
      return null;
    }
  }

  /** A screenshot and the text of the judged page; null for a part that is unavailable. */
  async capture(): Promise<Capture> {
    const { watch } = this.session;
    const tab = watch.judgedTab();
    if (!tab || tab.crashed || tab.dialog || watch.cdp.closed) return { png: null, text: null };
    const png = await captureScreenshot(watch.cdp, tab.sessionId, this.plan.task.setup.viewport).catch(
      () => null,
    );
    const reading = await readPage(watch, tab, [{ text: 'body' }]).catch(() => null);
    const body = reading?.texts.body;
    return { png, text: body && 'pieces' in body ? body.pieces.join('').slice(0, 65_536) : null };
  }
}

/**
 * The state of the hosts. If hosts hold the outcome, their requests come from the web's own log, which no page can
 * write.
 */
function toldBy(
  { hermetic }: OpenWeb,
  verify: EpisodePlan['task']['verify'],
  startedAtMs: number,
): EpisodeState {
  if (!hermetic) return { changes: null, requests: null };
  const logged = () =>
    hermetic.accesses.map(({ url, status, atEpochMs }) => ({
      url,
      status: status === 0 ? null : status,
      atMs: Math.round(atEpochMs - startedAtMs),
    }));
  return { changes: hermetic.changes, requests: verify === 'state' ? logged : null };
}

/**
 * Where the shown document came from. `received`: from its current address. `rewritten`: from its origin over the
 * network, but a script set the address since, or the answer did not come from the web. `elsewhere`: anything else.
 */
export type Provenance = 'received' | 'rewritten' | 'elsewhere';

type TabState = Pick<Tab, 'documentUrl' | 'errorPage' | 'received' | 'answeredByGuest'>;

/** `accesses` is the log of the hermetic web; null for the live web, where only the browser's events are available. */
export function provenanceOf(
  { documentUrl, errorPage, received, answeredByGuest }: TabState,
  finalUrl: string,
  accesses: readonly { url: string }[] | null,
): Provenance {
  const url = withoutFragment(finalUrl);
  const origin = webOriginOf(url);
  if (errorPage || origin === null || webOriginOf(documentUrl) !== origin) return 'elsewhere';
  const isOwnUrl = withoutFragment(documentUrl) === url;
  // The web's own log includes what the browser's events can miss (such as a popup's document), and no guest can write it.
  const wasAnswered = accesses ? accesses.some((access) => access.url === url) : received.has(url);
  return isOwnUrl && wasAnswered && !answeredByGuest ? 'received' : 'rewritten';
}

/** Null for a URL that cannot come over the network: `data:`, `file:`, `about:` and the like. */
function webOriginOf(url: string): string | null {
  return /^https?:/.test(url) ? new URL(url).origin : null;
}
