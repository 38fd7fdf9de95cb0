import type { BuiltInAgentSession } from '../../agents/built-in-agent.ts';
import { withoutFragment } from '../../browser/tab.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { fieldIssues } from '../../platform/errors/describe-issues.ts';
import { Result } from '../../results/records/result.ts';
import { trajectoryText } from '../../results/score/free-text.ts';
import { countsAtEnd, judgeObservations } from '../../results/score/judge-observations.ts';
import { redactTrajectory } from '../../results/score/redact-trajectory.ts';
import { lostTrajectory, savedTrajectory } from '../../results/score/saved-trajectory.ts';
import { type Score, type Subject, scoreEpisode } from '../../results/score/score-episode.ts';
import { type StopCause, type Trajectory, transcriptOfTrajectory } from '../../results/score/trajectory.ts';
import { givenDigests, givenSha256 } from '../../task/given.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import { taskCaps } from '../../task/task-caps.ts';
import type { Drift, Transcript } from '../../task/transcripts/transcript.ts';
import { Deadline } from './clock.ts';
import type { Episode, EpisodePlan } from './episode.ts';
import { EpisodeLog } from './episode-event.ts';
import { observeEnd } from './observe-end.ts';
import { type Backstage, openStage, type Stage } from './open-stage.ts';
import { openStartPage, startUrls } from './start-page.ts';
import { breakdown, faultOf, takeSteps } from './take-steps.ts';
import { TrajectoryRecorder } from './trajectory-recorder.ts';

/**
 * Plays one attempt at one task in a fresh browser, and scores its trajectory. Never throws: it always returns a
 * result, and always ends browser and server.
 */
export async function playEpisode(plan: EpisodePlan): Promise<Episode> {
  const gathered = await gather(plan);
  const { trajectory, result, verdict } = scored(plan, gathered.trajectory);
  const { status, success, answer, tokens, usd, requests } = result;
  try {
    const type = success ? 'task_passed' : 'task_failed';
    const answered = trajectory.usage?.answered ?? null;
    plan.emit({ atMs: result.durationMs, type, status, answer, tokens, usd, requests, answered });
  } catch {
    // A failed event sink never changes the episode.
  }
  const { server } = gathered;
  return {
    ...gathered,
    plan,
    trajectory,
    result,
    verdict,
    capture: success ? null : gathered.capture,
    transcript: success && server ? transcript(plan, server, gathered.trajectory) : null,
  };
}

/** Plays an attempt and returns its data, with every argument and text unredacted. */
async function gather(plan: EpisodePlan): Promise<Omit<Episode, 'plan' | 'transcript' | keyof Score>> {
  const log = new EpisodeLog(plan);
  const recorder = new TrajectoryRecorder(plan);
  log.emit({
    type: 'episode_start',
    goal: plan.task.goal,
    server: plan.server.id,
    adapter: plan.adapter.id,
    web: plan.web.kind,
  });
  using deadline = new Deadline(plan.limits.maxDurationMs, plan.signal, log.watch);
  let adapter: BuiltInAgentSession | null = null;
  let stop: StopCause;
  try {
    const opened = await log.watch.time('adapter', () =>
      deadline.race(
        plan.adapter.open(plan.task, plan.server, undefined, { mark: plan.id, hidden: plan.hidden }),
      ),
    );
    if ('drift' in opened) stop = { stop: 'drift', drift: opened.drift };
    else {
      adapter = opened.session;
      const { actions = null } = opened;
      recorder.actions = actions;
      if (actions) {
        actions.maxLooks = plan.limits.maxLooks ?? taskCaps.maxLooks;
        actions.maxActs = plan.limits.maxSteps;
        actions.acts = () => recorder.stepCount;
      }
      stop = await playToEnd({ plan, adapter, actions, deadline, log, recorder });
    }
  } catch (error) {
    stop = faultOf(error, 'adapter_error');
  }
  // Errors here never change the episode. The adapter's report still counts, and its time does not.
  await log.watch.aside(async () => adapter?.end?.().catch(() => {}));
  const trajectory = recorder.finish({
    stop,
    durationMs: Math.round(log.watch.workedMs()),
    pausedMs: Math.round(log.watch.pausedMs()),
    phases: log.watch.phases(),
    usage: adapter?.account?.() ?? null,
    ...(adapter?.report ? { report: adapter.report() } : {}),
  });
  return {
    trajectory,
    server: recorder.server,
    capture: recorder.end.capture,
    agentConfined: adapter?.confined?.() ?? null,
    agentOutput: adapter?.output?.() ?? null,
  };
}

async function playToEnd(backstage: Backstage): Promise<StopCause> {
  const { plan, adapter, log, recorder } = backstage;
  await using cleanup = new AsyncDisposableStack();
  const emitStop = ({ stop, error }: StopCause) =>
    log.emit({ type: 'stop', reason: stop, ...(error ? { error } : {}) });
  let browser: BrowserWatch | undefined;
  try {
    const stage = await openStage(backstage, cleanup);
    browser = stage.browser;
    recorder.meet(stage.server);
    const met = ofAdapter(() => {
      const { tools, instructions, listing } = stage.server;
      return adapter.meetTools?.(tools, instructions, listing) ?? null;
    });
    if ('stop' in met) return met;
    if (met.drift) return { stop: 'drift', drift: met.drift };

    const played = await playToStop(stage);
    emitStop(played);
    countMisses(stage);
    const end = await observeEnd(stage, played.stop, () => log.watch.time('stop', () => stage.server.end()));
    recorder.lateRequests = stage.web.hermetic?.late ?? 0;
    recorder.isRestless = stage.observer.isRestless;
    const elsewhere = passedWithoutActing(stage, played, end);
    if (elsewhere) emitStop(elsewhere);
    const stopped = elsewhere ?? played;
    await keepBrowser(stage, stopped, end);
    await log.watch.time('stop', () => cleanup.disposeAsync());
    // If a failure occurred before this line, the episode has no observed end.
    recorder.end = end;
    const atEnd = ofAdapter(() => adapter.driftAtEnd?.(end.observations?.first.url ?? '') ?? null);
    if ('stop' in atEnd) return atEnd;
    recorder.driftAtEnd = atEnd.drift;
    // The cause of the stop takes precedence; the missing observations are a consequence of it.
    const isBreakdown = stopped.error && stopped.stop !== 'done' && stopped.stop !== 'timeout';
    const isLost = end.observations === null && !isBreakdown;
    return isLost ? { ...stopped, stop: breakdown(stage), error: 'the browser is gone' } : stopped;
  } catch (error) {
    return faultOf(error, breakdown({ plan, recorder, browser }));
  }
}

function ofAdapter(ask: () => Drift | null): { drift: Drift | null } | StopCause {
  try {
    return { drift: ask() };
  } catch (error) {
    return faultOf(error, 'adapter_error');
  }
}

async function playToStop(stage: Stage): Promise<StopCause> {
  const { plan, observer } = stage;
  try {
    observer.markContractEnter();
    const opening = await openStartPage(stage);
    if (opening && 'stop' in opening) return opening;
    // Not earlier, because the server starts until here, and two simultaneous starts slow each other down.
    if (plan.task.verify === 'reload') observer.prepareSecond();
    return await takeSteps(stage, opening);
  } catch (error) {
    return faultOf(error, breakdown(stage));
  }
}

/**
 * A fault if the contract holds before any action and the browser is not on the start page: the server navigated by
 * itself.
 */
function passedWithoutActing(
  { plan, browser, recorder, web }: Stage,
  { stop }: StopCause,
  { observations }: TrajectoryRecorder['end'],
): StopCause | null {
  if (recorder.hasActed || !observations || !countsAtEnd(stop)) return null;
  if (judgeObservations(plan.task, stop, observations, matchInTime).outcome !== 'passed') return null;
  const { startUrl } = plan.task;
  const shown = observations.first.url ?? 'about:blank';
  if (startUrls(startUrl, browser.requests, web.hermetic).has(withoutFragment(shown))) return null;
  const error = `the browser went from ${startUrl} to ${shown} before any call`;
  return { stop: 'start_page_failed', error };
}

/** Keeps the browser of a failed episode open, outside the episode's time. Drift at the end is not known yet. */
async function keepBrowser(
  stage: Stage,
  { stop }: StopCause,
  { observations }: TrajectoryRecorder['end'],
): Promise<void> {
  const { plan, browser, endpoint, log } = stage;
  if (!plan.keepBrowser || endpoint === null || browser.cdp.closed) return;
  const found = observations && judgeObservations(plan.task, stop, observations, matchInTime);
  const again = found?.secondOutcome ?? 'passed';
  if (countsAtEnd(stop) && found?.outcome === 'passed' && again === 'passed') return;
  const keep = plan.keepBrowser;
  await log.watch.aside(() => Promise.race([keep(endpoint), browser.cdp.ended]));
}

function countMisses({ log, recorder, browser, web }: Stage): void {
  const [ended] = browser.endedGuests;
  if (ended) recorder.endedGuest = `the guest port ended a connection: ${ended}`;
  if (!web.hermetic) return;
  const unserved = web.hermetic.accesses.filter(({ served }) => !served).map(({ url }) => url);
  const [fault] = web.hermetic.faults;
  if (fault) recorder.webFault = fault;
  for (const url of [...unserved, ...browser.unresolved, ...browser.refusedFiles]) {
    recorder.missed(url);
    log.emit({ type: 'request_miss', url });
  }
}

/**
 * Scores an attempt from its saved trajectory. A row is always written: if the trajectory cannot be judged, saved or
 * read again, the row is a `harness_error`.
 */
export function scored(
  plan: Subject & Pick<EpisodePlan, 'redact'>,
  gathered: Trajectory,
): Score & Pick<Episode, 'trajectory'> {
  const means = { match: matchInTime, redact: plan.redact };
  const score = (trajectory: Trajectory) => ({
    ...scoreEpisode(plan, trajectory, { ...means, redact: plan.redact.keys }),
    trajectory,
  });
  try {
    const played = score(savedTrajectory(redactTrajectory(plan.task, gathered, means)));
    const { error } = Result.safeParse(played.result);
    if (!error) return played;
    throw new Error(fieldIssues(error).map(({ field, message }) => `${field}: ${message}`)[0]);
  } catch (error) {
    return score(plan.redact(lostTrajectory(gathered, error), trajectoryText));
  }
}

function transcript(
  { task, adapter, server: { id }, web, skill = null }: EpisodePlan,
  { version, toolsSha256 }: NonNullable<Episode['server']>,
  trajectory: Trajectory,
): Transcript {
  return transcriptOfTrajectory(
    {
      task: task.id,
      givenSha256: givenSha256(task, skill),
      given: givenDigests(task, skill),
      server: { id, version, toolsSha256 },
      adapter: adapter.id,
      model: adapter.model,
      web: web.kind,
      recordedAt: new Date().toISOString(),
    },
    trajectory,
  );
}
