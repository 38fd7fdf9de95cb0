import type { Rewards } from '../../judge/fact-kinds/rewards.ts';
import type { Outcome } from '../../judge/outcome.ts';
import type { Match } from '../../judge/patterns/match.ts';
import type { ClauseVerdict, Verdict } from '../../judge/verdict.ts';
import { digest } from '../../platform/digest.ts';
import { taskSha256 } from '../../task/given.ts';
import type { Task } from '../../task/task.ts';
import type { Redact } from '../../task/transcripts/redact.ts';
import type { Drift } from '../../task/transcripts/transcript.ts';
import { boundedResult } from '../records/bounded-result.ts';
import type { Result } from '../records/result.ts';
import type { Status } from '../records/statuses.ts';
import { resultText, verdictText } from './free-text.ts';
import { type Judgement, judgeObservations } from './judge-observations.ts';
import { progressOf } from './progress.ts';
import { hasActed, type Stop, type Trajectory } from './trajectory.ts';

/** The task and circumstances of an attempt. */
export type Subject = {
  task: Task;
  trial: number;
  /** Calls of the shortest passing transcript of this task on this server; null if there is none. */
  shortestCalls: number | null;
  artifacts: Result['artifacts'];
  /** Earlier attempts that ended in an infrastructure error; default 0. */
  retries?: number;
};

export type Score = {
  result: Result;
  /** The deciding verdict with its evidence; null if nothing could be judged. */
  verdict: Verdict | null;
};

/**
 * Computes everything that is reported about a trajectory. Pure: the same trajectory and task always give the same
 * score. Secrets are redacted from the trajectory beforehand; `redact` is for the texts of the contract, which can
 * contain a key too.
 */
export function scoreEpisode(
  subject: Subject,
  trajectory: Trajectory,
  { match, redact }: { match: Match; redact: Redact },
): Score {
  const { task, trial, shortestCalls, artifacts } = subject;
  const { steps, observations, stop, driftAtEnd } = trajectory;
  const judgement = observations && judgeObservations(task, stop.stop, observations, match);
  const unmatchedRequests = trajectory.unmatchedRequests ?? 0;
  const status = decideStatus({
    stop: stop.stop,
    outcome: leftUnreadable(trajectory, judgement) ? 'failed' : (judgement?.outcome ?? null),
    drift: stop.drift ?? null,
    driftAtEnd,
    unmatchedRequests,
    secondOutcome: judgement?.secondOutcome ?? null,
    forged: judgement?.forged ?? false,
    webFault: trajectory.webFault,
  });
  const success = status === 'passed';
  const drift = stop.drift ?? (status === 'replay_drift' ? driftAtEnd : null);
  const fault = status === 'tool_error' ? trajectory.webFault : undefined;
  // For these ends a fault explains more than the error text.
  const aside = stop.stop === 'timeout' || stop.stop === 'done' ? stop.error : undefined;
  const error = (!aside && stop.error) || fault || judgement?.error || trajectory.endedGuest || aside;
  const failed =
    status === 'tampered' && unmatchedRequests > 0 ? boundaryClause(unmatchedRequests) : judgement?.failed;
  const lastTool = steps.at(-1)?.call.tool;
  const result: Result = {
    taskId: task.id,
    templateId: task.templateId ?? task.id,
    taskSha256: taskSha256(task),
    trial,
    status,
    success,
    steps: steps.length,
    ...(trajectory.looks === undefined ? {} : { looks: trajectory.looks }),
    ...(trajectory.report?.ownSteps === undefined ? {} : { ownSteps: trajectory.report.ownSteps }),
    durationMs: trajectory.durationMs,
    phases: trajectory.phases,
    ...countsOf(trajectory),
    tokens: trajectory.usage?.tokens ?? null,
    usd: trajectory.usage?.usd ?? null,
    selfReport: trajectory.report?.success ?? null,
    answer: trajectory.report?.answer ?? null,
    stopReason: trajectory.report?.stopReason ?? null,
    ...(trajectory.connected ? { connected: true } : {}),
    ...(trajectory.report?.ended && !success ? { agentEnd: trajectory.report.ended } : {}),
    ...(trajectory.report?.endKind && !success ? { agentEndKind: trajectory.report.endKind } : {}),
    requests: trajectory.usage?.requests ?? null,
    ...(trajectory.usage?.retries ? { requestRetries: trajectory.usage.retries } : {}),
    ...(trajectory.usage?.computedMs === undefined ? {} : { modelMs: trajectory.usage.computedMs }),
    claimedTokens: trajectory.report?.claimedTokens ?? null,
    pausedMs: trajectory.pausedMs,
    retries: subject.retries ?? 0,
    ...(trajectory.usage?.isLowerBound ? { costIsLowerBound: true } : {}),
    ...(trajectory.usage?.unpriced ? { costUnknown: trajectory.usage.unpriced } : {}),
    ...(trajectory.usage?.overshootUsd ? { overshootUsd: trajectory.usage.overshootUsd } : {}),
    ...progressOf(trajectory, shortestCalls),
    requestMisses: trajectory.requestMisses,
    firstHeldAtStep: firstHeldAtStep(trajectory, judgement),
    ...rewardOf(observations?.first.rewards),
    finalUrl: observations?.first.url ?? null,
    ...(failed && !success ? { failedPostcondition: wordsOf(failed) } : {}),
    verdict: judgement && {
      outcome: judgement.verdict.outcome,
      clauses: judgement.verdict.clauses.map(({ name, outcome, observed }) => ({ name, outcome, observed })),
    },
    factsSha256: observations && digest(observations),
    trajectorySha256: digest(trajectory),
    ...(drift ? { drift } : {}),
    ...(success ? {} : whatWasSaid(trajectory)),
    ...(error && !success ? { error } : {}),
    ...(lastTool ? { lastTool } : {}),
    artifacts,
  };
  // Redacted before it is cut, because half a secret is a secret too.
  return {
    result: boundedResult(redact(result, resultText)),
    verdict: judgement && redact(judgement.verdict, verdictText),
  };
}

function whatWasSaid({
  opening,
  steps,
  missedRequest,
}: Trajectory): Pick<Result, 'lastServerError' | 'missedRequest'> {
  const answers = [
    ...(opening ? [{ ...opening, tool: opening.tool ?? 'opening call' }] : []),
    ...steps.flatMap(({ call: { tool }, answer }) => (answer ? [{ ...answer, tool }] : [])),
  ];
  const last = answers.findLast(({ isError }) => isError);
  return {
    ...(last ? { lastServerError: { tool: last.tool, said: last.said ?? '', answers: answers.length } } : {}),
    ...(missedRequest === undefined ? {} : { missedRequest }),
  };
}

/** A call that the harness answered in place of the server counts as an error, not as a call. */
function countsOf({
  opening,
  steps,
}: Trajectory): Pick<Result, 'toolCalls' | 'serverErrors' | 'responseBytes' | 'answers'> {
  const answers = steps.flatMap(({ answer }) => answer ?? []);
  const sent = steps.flatMap(({ sent, answer }) => (sent && answer ? [answer] : []));
  return {
    toolCalls: sent.length,
    serverErrors: [...(opening ? [opening] : []), ...answers].filter(({ isError }) => isError).length,
    responseBytes: [...(opening ? [opening] : []), ...sent].reduce((sum, { bytes }) => sum + bytes, 0),
    answers: {
      openingBytes: opening?.bytes ?? 0,
      errorSteps: steps.flatMap(({ answer }, index) => (answer?.isError ? [index + 1] : [])),
    },
  };
}

/** The number of steps after which the contract first held; 0 if it held at the start, null if it never did. */
function firstHeldAtStep({ start, steps }: Trajectory, judgement: Judgement | null): number | null {
  if (start?.held) return 0;
  const index = steps.findIndex(({ page }) => page?.held);
  if (index >= 0) return index + 1;
  return judgement?.outcome === 'passed' ? steps.length : null;
}

/** The lowest reward of the hosts whose reward is judged. */
function rewardOf(rewards: Rewards['rewards']): Pick<Result, 'reward'> {
  const found = Object.values(rewards ?? {}).map((each) =>
    'error' in each ? null : (each.end?.raw ?? null),
  );
  const paid = found.filter((raw) => raw !== null);
  return found.length === 0 ? {} : { reward: paid.length === found.length ? Math.min(...paid) : null };
}

/**
 * Whether the agent left the page unreadable: crashed, blocked, behind a dialog or sending requests without end. The
 * agent is responsible for that, whatever the contract is.
 */
function leftUnreadable(trajectory: Trajectory, judgement: Judgement | null): boolean {
  const { observations, restless } = trajectory;
  if (observations === null || judgement?.outcome !== 'inconclusive') return false;
  const { unreadable, dialog } = observations.first;
  return hasActed(trajectory) && (unreadable !== null || dialog !== null || restless === true);
}

function boundaryClause(unmatched: number): ClauseVerdict {
  return {
    name: 'boundary',
    outcome: 'failed',
    wanted: 'requests that the browser sent',
    observed: `${unmatched} came to the web past it`,
  };
}

function wordsOf({ outcome: _, ...words }: ClauseVerdict): NonNullable<Result['failedPostcondition']> {
  return words;
}

export type Ending = {
  stop: Stop;
  /** Null if nothing could be judged. */
  outcome: Outcome | null;
  /** Drift that ends an episode wherever it occurs. */
  drift: Drift | null;
  /** Drift that counts only if the contract held. */
  driftAtEnd: Drift | null;
  /** Requests that reached the hermetic web without coming from the browser. */
  unmatchedRequests?: number;
  /** The outcome of the provenance check and the second observation; null if neither was made. */
  secondOutcome: Outcome | null;
  /** Whether the facts show a forged outcome. */
  forged?: boolean;
  /** How a fixture site failed; then an episode that did not pass does not count against the agent. */
  webFault?: string | undefined;
};

/** Stops that decide the status, whatever the page shows. */
const last = [
  'start_page_failed',
  'tool_error',
  'adapter_error',
  'model_error',
  'model_refused',
  'context_full',
  'harness_error',
] as const satisfies readonly (Stop & Status)[];

function isLast(stop: Stop): stop is (typeof last)[number] {
  return last.some((each) => each === stop);
}

/** The first status that applies, in the order of docs/benchmarks/episode-harness.md. */
export function decideStatus({
  stop,
  outcome,
  drift,
  driftAtEnd,
  unmatchedRequests = 0,
  secondOutcome,
  forged = false,
  webFault,
}: Ending): Status {
  if (drift) return 'replay_drift';
  if (isLast(stop)) return stop;
  if (webFault !== undefined && (outcome !== 'passed' || stop === 'timeout' || stop === 'budget_exceeded'))
    return 'tool_error';
  if (stop === 'lost') return 'failed';
  if (stop === 'timeout' || stop === 'budget_exceeded') return stop;
  if (forged) return 'tampered';
  if (outcome === null || outcome === 'inconclusive') return 'inconclusive';
  if (stop === 'over_steps') return 'max_steps';
  if (outcome === 'failed') return stop === 'max_steps' ? 'max_steps' : 'failed';
  if (unmatchedRequests > 0) return 'tampered';
  if (secondOutcome === 'inconclusive') return 'inconclusive';
  if (driftAtEnd) return 'replay_drift';
  return secondOutcome === 'failed' ? 'tampered' : 'passed';
}
