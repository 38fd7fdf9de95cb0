import type { AdapterSession, Step, Turn } from '../adapters/adapter.ts';
import { browserLost, isBrowserGone } from '../browser/browser-gone.ts';
import { popupsShown } from '../browser/popups.ts';
import type { BrowserWatch } from '../browser/watch-browser.ts';
import type { Answer } from '../servers/answer.ts';
import type { ServerSession } from '../servers/connect-server.ts';
import type { Deadline } from './deadline.ts';
import type { EpisodePlan } from './episode.ts';
import type { EpisodeLog } from './episode-log.ts';
import type { PageJudge } from './judge-page.ts';
import { faultOf, type StopCause } from './stop-cause.ts';

/** Everything that an episode plays with once browser and server stand. */
export type Stage = {
  plan: EpisodePlan;
  adapter: AdapterSession;
  server: ServerSession;
  browser: BrowserWatch;
  judge: PageJudge;
  deadline: Deadline;
  log: EpisodeLog;
};

/** Asks the adapter, sends the call, looks; until something stops it. */
export async function takeSteps(stage: Stage, opening: Answer | null): Promise<StopCause> {
  const { plan, adapter, deadline, log, browser } = stage;
  let last = opening;
  let before = await lookAfterStep(stage);
  if (before.held && plan.task.judge === 'each_step') return { stop: 'held' };
  const turn: Turn = {
    signal: deadline.signal,
    pause: () => {
      deadline.pause();
      log.watch.pause();
    },
    resume: () => {
      deadline.resume();
      log.watch.resume();
    },
    tell: (event) => log.emit(event),
  };
  while (log.steps < plan.limits.maxSteps) {
    const asked = last;
    const step = await log.watch
      .time('adapter', () => deadline.race(Promise.resolve().then(() => adapter.next(asked, turn))))
      .catch((error: unknown) => faultOf(error, 'adapter_error'));
    if ('stop' in step) return step;
    if (step.kind === 'done') return { stop: 'done' };
    if (step.kind === 'drift') return { stop: 'drift', drift: step.drift };
    if (step.kind === 'over_budget') return { stop: 'budget_exceeded', error: step.why };
    const args = step.kind === 'call' ? step.args : {};
    last =
      step.kind === 'call'
        ? await sendCall(stage, step)
        : log.refused(log.sent(step.tool, {}), step.tool, step.why);
    if (await isBrowserGone(browser))
      return { stop: 'tool_error', error: `the browser is gone after ${step.tool}` };
    const after = await lookAfterStep(stage);
    log.progressed({ tool: step.tool, args, isError: last.isError, before, after });
    if (after.held && plan.task.judge === 'each_step') return { stop: 'held' };
    before = after;
  }
  return { stop: 'max_steps' };
}

export type PageAfterStep = { url: string | null; fingerprint: string | null; held: boolean };

async function sendCall(
  stage: Stage,
  { tool, args, storedArgs }: Extract<Step, { kind: 'call' }>,
): Promise<Answer> {
  const { plan, log, browser } = stage;
  const seq = log.sent(tool, args, storedArgs);
  // A control of ours shows what such a tool could do to the verdict, and sends it nowhere.
  const guarded = plan.web.kind === 'hermetic' && plan.adapter.kind !== 'control';
  if (guarded && plan.server.fetchesByItself.includes(tool)) {
    log.missed(`tool:${tool}`);
    return log.refused(
      seq,
      tool,
      `${tool} fetches by itself, past the browser, and is refused in hermetic runs`,
    );
  }
  const sentAt = performance.now();
  log.markLastToolCall();
  const answer = await callServer(stage, tool, args);
  for (const password of browser.typedPasswords) plan.redact.learn(password);
  log.answered(seq, tool, answer, Math.round(performance.now() - sentAt));
  return answer;
}

/** Ends with the time, and where server or browser are gone. */
export function callServer(
  { server, browser, deadline, log }: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<Answer> {
  return log.watch.time('tool', () =>
    deadline.race(Promise.race([server.call(tool, args), browserLost(browser)])),
  );
}

async function lookAfterStep({ judge, browser, deadline, log }: Stage): Promise<PageAfterStep> {
  await deadline.race(popupsShown(browser));
  const { facts, verdict, fingerprint } = await log.watch.time('judge', () => deadline.race(judge.now()));
  const held = verdict.outcome === 'passed';
  log.looked(facts.url, verdict, held);
  return { url: facts.url, fingerprint, held };
}
