import { finalLook, type Looked } from '../browser/final-look.ts';
import { type LookOptions, look } from '../browser/look.ts';
import { readPage } from '../browser/read-page.ts';
import { captureScreenshot } from '../browser/screenshot.ts';
import { type SecondLook, takeSecondLook } from '../browser/second-look.ts';
import { type BrowserSession, openBrowser } from '../browser/session.ts';
import { withoutFragment } from '../browser/tab.ts';
import { compactFacts } from '../contract/compact/compact-facts.ts';
import type { Facts } from '../contract/facts.ts';
import { hasNegativeClause } from '../contract/has-negative-clause.ts';
import { judge } from '../contract/judge.ts';
import { judgeSecondLook } from '../contract/judge-second-look.ts';
import { needsOf } from '../contract/needs.ts';
import type { ClauseVerdict, Verdict } from '../contract/verdict.ts';
import type { OpenWeb } from '../web/open-web.ts';
import type { Capture, EpisodePlan } from './episode.ts';
import { matchInTime } from './match-in-time.ts';

/** The judge of one episode: looks through the harness's own connection and applies the task's contract. */
export class PageJudge {
  private readonly plan: EpisodePlan;
  private readonly session: BrowserSession;
  private readonly web: OpenWeb;
  private readonly options: LookOptions;
  private secondBrowser: Promise<BrowserSession> | null = null;

  constructor(
    plan: EpisodePlan,
    {
      session,
      web,
      startedAtMs,
      marks,
    }: { session: BrowserSession; web: OpenWeb; startedAtMs: number; marks: Facts['marks'] },
  ) {
    this.plan = plan;
    this.session = session;
    this.web = web;
    this.options = {
      needs: needsOf(plan.task.success),
      viewport: plan.task.setup.viewport,
      startedAtMs,
      gave: web.hermetic ? web.hermetic.gave : null,
      marks,
      screenshotClasses: plan.screenshotClasses,
    };
  }

  /** One evaluation without any waiting. */
  async now(): Promise<Looked & { fingerprint: string | null }> {
    const { facts: seen, fingerprint } = await look(this.session.watch, this.options);
    // What is judged is what is saved, so that judging the saved facts again can't come out otherwise.
    const facts = compactFacts(this.plan.task.success, this.plan.redact(seen), matchInTime);
    return { facts, verdict: judge(this.plan.task.success, facts, matchInTime), fingerprint };
  }

  final(): Promise<Looked> {
    return finalLook(this.session.watch, () => this.now(), {
      negative: hasNegativeClause(this.plan.task.success),
    });
  }

  /** Whether the final URL, fragment aside, is that of a document that the judged tab received over the network. */
  provenance(finalUrl: string | null): boolean {
    return (
      finalUrl !== null && (this.session.watch.judgedTab()?.received.has(withoutFragment(finalUrl)) ?? false)
    );
  }

  /** Opens the browser of the second look ahead of time: while the server waits for its page, that costs no time. */
  prepareSecond(): void {
    const { id, chromium, task } = this.plan;
    this.secondBrowser = openBrowser(chromium, this.web, {
      mark: `${id}.second-look`,
      viewport: task.setup.viewport,
      sealed: true,
      recorder: this.plan.recorder,
    });
    // Told where it is asked for.
    this.secondBrowser.catch(() => {});
  }

  second(first: Verdict, url: string): Promise<SecondLook> {
    const contract = this.plan.task.success;
    const options = { ...this.options, needs: needsOf(contract, { reloadable: true }) };
    const opening =
      this.secondBrowser ?? Promise.reject(new Error('no browser was opened for the second look'));
    return takeSecondLook(opening, url, options, {
      negative: hasNegativeClause(contract),
      judge: (seen) => {
        const facts = compactFacts(contract, this.plan.redact(seen), matchInTime);
        return { facts, verdict: judgeSecondLook(contract, first, facts, matchInTime) };
      },
    });
  }

  async end(): Promise<void> {
    await this.secondBrowser?.then(
      (browser) => browser.end(),
      () => {},
    );
  }

  /** A screenshot and the text of the judged page, as far as they can be had. */
  async capture(): Promise<Capture> {
    const { watch } = this.session;
    const tab = watch.judgedTab();
    if (!tab || tab.crashed || tab.dialog || watch.cdp.closed) return { png: null, text: null };
    const png = await captureScreenshot(watch.cdp, tab.sessionId, this.plan.task.setup.viewport).catch(
      () => null,
    );
    const reading = await readPage(watch.cdp, tab, [{ text: 'body' }]).catch(() => null);
    const body = reading?.texts.body;
    return { png, text: body && 'pieces' in body ? body.pieces.join('').slice(0, 65_536) : null };
  }
}

export function provenanceClause(finalUrl: string | null): ClauseVerdict {
  const clip = (text: string) => (text.length > 160 ? `${text.slice(0, 159)}…` : text);
  return {
    name: 'provenance',
    outcome: 'failed',
    wanted: clip(`a document received from ${finalUrl}`),
    observed: 'the address was set without one (history API or no network response)',
  };
}
