import { setTimeout as delay } from 'node:timers/promises';
import type { Move, Turn } from '../../agents/built-in-agent.ts';
import { pageAtRest } from '../../browser/final-observation.ts';
import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { shownState } from '../../browser/read-page.ts';
import { type Picture, pictureOf } from '../../browser/screenshot.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { browserLost, isBrowserGone, popupsShown } from '../../browser/watch-browser.ts';
import type { ActedOn } from '../../judge/page-state.ts';
import { debug } from '../../platform/debug.ts';
import { sha256 } from '../../platform/digest.ts';
import { clip, count, head } from '../../platform/words/format.ts';
import { mostPictureBytes } from '../../results/records/kept-pictures.ts';
import { isOfAgent } from '../../results/records/run-facts.ts';
import { whyNoCall } from '../../results/score/saved-trajectory.ts';
import type { PageState, StopCause } from '../../results/score/trajectory.ts';
import { type Answer, toAnswer } from '../../servers/answer.ts';
import { runsScript } from '../../servers/script-tools.ts';
import { TimeUp } from './clock.ts';
import { countEnds, noteEndsOf } from './ends-of-pages.ts';
import type { EpisodePlan } from './episode.ts';
import type { EpisodeLog } from './episode-event.ts';
import type { Stage } from './open-stage.ts';
import { previewOf, type TrajectoryRecorder } from './trajectory-recorder.ts';

const previewLength = 500;

/** How long a page may take to settle before scripts are passed on to it. */
const restLimitMs = 500;

/**
 * How many calls after the last step are refused before one ends the episode. An agent may send some at once before it
 * reads the first refusal.
 */
const mostRefusals = 3;

/** Maximum characters of all scripts of one action. */
const longestCode = 8000;

/** Repeats until something stops it: ask the adapter, send the call, observe the page. */
export async function takeSteps(stage: Stage, opening: Answer | null): Promise<StopCause> {
  const { plan, adapter, actions, deadline, log, recorder, browser } = stage;
  const isHeld = ({ held }: PageState) => held && plan.task.judge === 'each_step';
  let last = opening;
  if (await isBrowserGone(browser)) return { stop: breakdown(stage), error: 'the browser is gone' };
  browser.input.forget();
  const start = await observePage(stage);
  recorder.began(start);
  if (isHeld(start)) return { stop: 'held' };
  const turn = turnOf(stage);
  const { maxSteps } = plan.limits;
  const shown = () => log.watch.time('judge', () => deadline.race(shownState(browser)));
  let opened = actions && (await shown());
  let refusals = 0;
  while (recorder.stepCount < maxSteps || mayReportAtLimit(stage)) {
    const before = last;
    const move = await log.watch
      .time('adapter', () => deadline.race(Promise.resolve().then(() => adapter.next(before, turn))))
      .catch((error: unknown) => faultOf(error, 'adapter_error'));
    debug('agent', () => ['decides', move]);
    if (actions && opened && 'kind' in move) {
      actions.moving = (await shown())?.movedSince(opened) ?? actions.moving;
      opened = null;
    }
    const scripted = await countScripts(stage);
    if (scripted && isHeld(scripted)) return { stop: 'held' };
    if (recorder.stepCount > maxSteps) return actedTooOften(recorder);
    if (actions && actions.looks > actions.maxLooks) return lookedTooOften(actions);
    if (recorder.stepCount >= maxSteps) {
      if (refusals < mostRefusals && isRefusedAtLimit(stage, move)) {
        refusals += 1;
        last = toAnswer([{ type: 'text', text: overLimit(maxSteps) }], true);
        continue;
      }
      const end = endAtLimit(stage, move);
      if (end) return end;
    }
    if ('kind' in move && move.kind === 'stopped') return { stop: move.stop, error: move.why };
    if ('stop' in move) return whoseTime(stage, move);
    if (move.kind === 'done') return { stop: 'done', ...(move.why && { error: move.why }) };
    if (move.kind === 'drift') return { stop: 'drift', drift: move.drift };
    if (move.kind === 'over_budget') return { stop: 'budget_exceeded', error: move.why };
    if (move.kind === 'call' && actions?.isScript(move.args)) {
      await letScriptsRun(stage, actions, move.args);
      continue;
    }
    await slowly(stage);
    // Pauses do not stop the clock until the effects of the action have been judged.
    using _acting = log.watch.acting();
    const noCall = whyNoCall(move.tool, move.kind === 'call' ? move.args : {});
    const isSent = move.kind === 'call' && noCall === null;
    const step = recorder.asked(
      isSent ? move : { tool: clip(move.tool, previewLength).toWellFormed(), args: {} },
    );
    const { tool, args } = step.call;
    browser.input.forget();
    const seq = recorder.stepCount;
    log.emit({ type: 'tool_call', seq, tool, args });
    const refusal = noCall ?? (move.kind === 'call' ? refusalOf(stage, move) : move.why);
    if (refusal === null) {
      const { answer, durationMs } = await sendCall(stage, tool, args);
      recorder.answered(step, answer, durationMs);
      emitAnswer(stage, { seq, tool, durationMs }, answer);
      last = answer;
    } else {
      last = toAnswer([{ type: 'text', text: refusal }], true);
      recorder.refused(step, last);
      emitAnswer(stage, { seq, tool, durationMs: 0 }, last);
    }
    const gone = () => ({ stop: breakdown(stage), error: `the browser is gone after ${tool}` });
    if (await isBrowserGone(browser)) return gone();
    const page = await observePage(stage);
    recorder.observed(step, page, log.watch.elapsedMs());
    // The browser can exit while it is observed.
    if (browser.cdp.closed) return gone();
    if (isHeld(page)) return { stop: 'held' };
  }
  return { stop: 'max_steps' };
}

/** Records the page state before an agent's script runs, so that later changes are attributed to the script. */
async function letScriptsRun(
  stage: Stage,
  actions: GuestActions,
  args: Record<string, unknown>,
): Promise<void> {
  const { browser, deadline, log, observer } = stage;
  const before = await log.watch.time('judge', () =>
    deadline.race(
      pageAtRest(browser, restLimitMs).then((isAtRest) => (isAtRest ? shownState(browser) : null)),
    ),
  );
  const ends = await log.watch.time('judge', () => deadline.race(countEnds(stage)));
  observer.markLastToolCall();
  browser.input.forget();
  actions.begin(args, before, ends);
}

/**
 * Ends the agent's current run of scripts, if there is one. If the run was an action, returns the page after it. It was
 * an action if a request other than GET, a document or a tab followed, or if a tab changed. Otherwise it counts as an
 * observation.
 */
async function countScripts(stage: Stage): Promise<PageState | null> {
  const { actions, browser, log, recorder, plan } = stage;
  const run = actions?.endRun();
  if (!actions || !run) return null;
  const isSame = async () => {
    if (actions.hasFollowed(run) || !(await pageAtRest(browser, restLimitMs)))
      return !actions.hasFollowed(run);
    const after = await shownState(browser);
    // Checked last, because events caused by the scripts have arrived by then.
    const isLike = run.before === null || (after?.isLike(run.before, actions.moving) ?? false);
    return isLike && !actions.hasFollowed(run);
  };
  const hadNoEffect = await log.watch.time('judge', isSame);
  await log.watch.time('judge', () => noteEndsOf(run, stage));
  if (hadNoEffect) {
    if (run.isOwn) actions.looked();
    return null;
  }
  actions.endLooks();
  using _acting = log.watch.acting();
  const tool = 'evaluate';
  const step = recorder.asked({ tool, args: { code: head(run.codes.join('\n\n'), longestCode) } });
  const seq = recorder.stepCount;
  log.emit({ type: 'tool_call', seq, tool, args: step.call.args });
  for (const password of browser.input.typedPasswords) plan.redact.learn(password);
  const text = await Promise.race([run.answered, delay(1, '(no answer yet)')]);
  const answer = toAnswer([{ type: 'text', text }], text.startsWith('error: '));
  recorder.answered(step, answer, 0);
  emitAnswer(stage, { seq, tool, durationMs: 0 }, answer);
  if (stage.deadline.signal.aborted || browser.cdp.closed) return null;
  const page = await observePage(stage);
  recorder.observed(step, page, log.watch.elapsedMs());
  return page;
}

/** Whether the end of this agent is awaited after its last step. A recording ends with the answer of its agent. */
export function mayReportAtLimit({ plan: { adapter }, actions }: Stage): boolean {
  return actions !== null || adapter.kind === 'agent' || adapter.kind === 'replay';
}

/** Whether a move is a call of an agent with a server, which learns from the refusal that its steps are used up. */
function isRefusedAtLimit({ plan: { adapter }, actions }: Stage, move: Move | StopCause): boolean {
  if (adapter.kind !== 'agent' || actions) return false;
  return 'kind' in move && (move.kind === 'call' || move.kind === 'invalid');
}

const overLimit = (maxSteps: number) =>
  `this call was not executed, because all ${count(maxSteps, 'tool call')} of the task are used up; call the tool that ends the task`;

/**
 * The stop of an agent whose steps are used up. It may still look at the page and report; another act is not executed.
 * Null while it looks.
 */
function endAtLimit(stage: Stage, move: Move | StopCause): StopCause | null {
  if ('kind' in move && (move.kind === 'stopped' || move.kind === 'drift')) return null;
  if ('stop' in move) {
    const cause = whoseTime(stage, move);
    return cause.stop === 'timeout' ? { ...cause, stop: 'max_steps' } : cause;
  }
  if (move.kind === 'call' && stage.actions?.isScript(move.args)) return null;
  const why = move.kind === 'over_budget' || move.kind === 'done' ? move.why : undefined;
  return { stop: 'max_steps', ...(why && { error: why }) };
}

/** The stop after a script that acted although the acts were used up. It cannot pass by this script. */
function actedTooOften(recorder: TrajectoryRecorder): StopCause {
  const allowed = recorder.stepCount - 1;
  const error = `got ${allowed + 1} acts; expected at most ${allowed}`;
  return { stop: recorder.heldAt(allowed) ? 'max_steps' : 'over_steps', error };
}

/** The stop for an agent that only observes and never acts. */
function lookedTooOften({ looks, maxLooks }: GuestActions): StopCause {
  return { stop: 'max_steps', error: `got ${looks} looks; expected at most ${maxLooks}` };
}

/** Slows the episode down for a person who watches; the wait does not count as agent or episode time. */
async function slowly({ plan: { slowMs }, deadline, log }: Stage): Promise<void> {
  if (!slowMs) return;
  await log.watch.aside(() => deadline.race(delay(slowMs, undefined, { ref: false })));
}

function turnOf({ deadline, log, server, recorder }: Stage): Turn {
  return {
    signal: deadline.signal,
    pause: () => log.watch.pause(),
    resume: () => log.watch.resume(),
    log: (event) => log.emit(event),
    changedTools: async () => {
      const tools = await server.changedTools(deadline.signal);
      if (tools) recorder.meetTools(tools);
      return tools;
    },
  };
}

/** A timeout counts as the agent's, unless a silent model API used up the time. */
function whoseTime({ adapter, plan }: Stage, cause: StopCause): StopCause {
  if (cause.stop !== 'timeout') return cause;
  const silence = adapter.silence?.(plan.limits.maxDurationMs);
  return silence ? { stop: 'model_error', error: silence } : cause;
}

/** Why a call must not be sent to the server; null if it may be sent. */
function refusalOf(
  { plan, log, recorder }: Stage,
  { tool, args }: { tool: string; args: Record<string, unknown> },
): string | null {
  if (plan.server.scripts === 'refused' && runsScript(plan.server, { tool, args }))
    return `${tool} runs a script in the page, and this suite refuses scripts`;
  // A negative control shows what such a call could do to the verdict; it stays on this machine.
  if (plan.adapter.kind === 'control') return null;
  // Its actions go through the guest port, which rejects files.
  if ('browser' in plan.server.origin) return null;
  const isModel = isOfAgent(plan.adapter.kind);
  // A page may trick a model into calls that reach past the browser, to files of this machine.
  if (isModel && opensFile(args)) return 'addresses of files of this machine are refused';
  if (!plan.server.fetchesByItself.includes(tool)) return null;
  if (plan.web.kind === 'hermetic') {
    recorder.missed(`tool:${tool}`);
    log.emit({ type: 'request_miss', url: `tool:${tool}` });
    return `${tool} fetches by itself, past the browser, and is refused in hermetic runs`;
  }
  return isModel ? `${tool} reaches past the browser, and is refused where a model decides` : null;
}

function opensFile(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*(view-source:)?file:/i.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(opensFile);
}

async function sendCall(
  stage: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<{ answer: Answer; durationMs: number }> {
  const sentAt = performance.now();
  stage.observer.markLastToolCall();
  const answer = await callServer(stage, tool, args);
  for (const password of stage.browser.input.typedPasswords) stage.plan.redact.learn(password);
  return { answer, durationMs: Math.round(performance.now() - sentAt) };
}

/** Calls the server. Rejects when the time is up, or when server or browser have exited. */
export function callServer(
  { server, browser, deadline, log }: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<Answer> {
  const answered = Promise.race([server.call(tool, args), browserLost(browser)]);
  return log.watch.time('tool', () => deadline.race(answered, `the server had not answered ${tool}`));
}

export function emitAnswer(
  { plan, log }: { plan: Stage['plan']; log: EpisodeLog },
  call: { seq: number; tool: string; durationMs: number },
  answer: Answer,
): void {
  const { kind, isError, bytes, sha256, text } = answer;
  plan.answered?.(call.seq, call.tool, answer);
  const preview = previewOf(plan.redact, text, previewLength);
  log.emit({ type: 'tool_result', ...call, kind, isError, bytes, sha256, preview });
}

/** `on`: the element that the previous call acted on. Input events have arrived before the page is read. */
async function observePage(stage: Stage): Promise<PageState & { on?: ActedOn }> {
  const { observer, browser, deadline, log, recorder } = stage;
  await deadline.race(popupsShown(browser));
  const { facts, verdict, fingerprint } = await log.watch.time('judge', () => deadline.race(observer.now()));
  const acted = await browser.input.actedOn();
  const on = acted ? { on: acted } : {};
  log.emit({ type: 'page', url: facts.url, ...on });
  const { outcome, evidence } = verdict;
  log.emit({ type: 'contract_eval', look: 'step', toolSeq: recorder.stepCount, outcome, evidence });
  await takePicture(stage);
  return { url: facts.url, fingerprint, held: verdict.outcome === 'passed', ...on };
}

/** Turns an error into a stop: `timeout` if the time was up, otherwise the given stop. */
export function faultOf(error: unknown, otherwise: 'tool_error' | 'lost' | 'adapter_error'): StopCause {
  if (error instanceof TimeUp) return { stop: 'timeout', ...(error.open && { error: error.open }) };
  return { stop: otherwise, error: error instanceof Error ? error.message : String(error) };
}

type Parts = { plan: EpisodePlan; recorder: TrajectoryRecorder; browser?: BrowserWatch | undefined };

/**
 * Who is responsible for a breakdown. If the browser exits after the agent's first call, it is the agent (`lost`). The
 * same holds for a server driven by a model or an agent. A server that fails in a replay fails by itself
 * (`tool_error`).
 */
export function breakdown({ plan, recorder, browser }: Parts): 'tool_error' | 'lost' {
  if (!recorder.hasActed) return 'tool_error';
  return browser?.cdp.closed || isOfAgent(plan.adapter.kind) ? 'lost' : 'tool_error';
}

/** Takes a picture of the page after a step, if requested. It takes no episode time and cannot fail the episode. */
async function takePicture(stage: Stage): Promise<void> {
  if (stage.plan.pictures?.when !== 'each_step') return;
  await asideOf(stage, () => stage.observer.picture());
}

/** Takes a picture of the end for an episode without pictures of its steps, from the screenshot of the failure. */
export async function takePictureOfEnd(stage: Stage, png: Buffer | null): Promise<void> {
  if (stage.plan.pictures?.when !== 'failed_end' || !png) return;
  await asideOf(stage, () => pictureOf(png, mostPictureBytes));
}

async function asideOf({ plan, log, recorder }: Stage, take: () => Promise<Picture | null>): Promise<void> {
  try {
    const picture = await log.watch.aside(take);
    if (!picture) return;
    const { webp, width, height, view } = picture;
    const digest = sha256(webp);
    plan.pictures?.taken(digest, webp);
    log.emit({
      type: 'picture',
      seq: recorder.stepCount,
      sha256: digest,
      width,
      height,
      ...(view && { view }),
    });
  } catch {
    // The page has disappeared.
  }
}
