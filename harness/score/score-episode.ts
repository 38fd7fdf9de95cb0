import type { ClauseVerdict, Verdict } from '../contract/verdict.ts';
import { digest } from '../digest/digest.ts';
import type { Match } from '../patterns/match.ts';
import { boundedResult } from '../result/bounded-result.ts';
import type { Result } from '../result/result.ts';
import { taskSha256 } from '../task/given.ts';
import type { Task } from '../task/task.ts';
import type { Redact } from '../transcript/redact.ts';
import { decideStatus } from './decide-status.ts';
import { type Judgement, judgeObservations } from './judge-observations.ts';
import { progressOf } from './progress.ts';
import type { Trajectory } from './trajectory.ts';

/** What an attempt was at. */
export type Subject = {
  task: Task;
  trial: number;
  /** Calls of the shortest passing transcript of this task on this server; null where there is none. */
  shortestCalls: number | null;
  artifacts: Result['artifacts'];
};

export type Score = {
  result: Result;
  /** The deciding verdict with its evidence; null where nothing could be judged. */
  verdict: Verdict | null;
};

/**
 * Makes of a trajectory all that is said of it. The same trajectory and task give the same score, whoever asks and
 * whenever. Secrets are redacted from the trajectory beforehand; `redact` is for the words of the contract, which can
 * hold one too.
 */
export function scoreEpisode(
  subject: Subject,
  trajectory: Trajectory,
  { match, redact }: { match: Match; redact: Redact },
): Score {
  const { task, trial, shortestCalls, artifacts } = subject;
  const { steps, observations, stop, driftAtEnd } = trajectory;
  const judgement = observations && judgeObservations(task, stop.stop, observations, match);
  const status = decideStatus({
    stop: stop.stop,
    outcome: judgement?.outcome ?? null,
    drift: stop.drift ?? null,
    driftAtEnd,
    secondOutcome: judgement?.secondOutcome ?? null,
  });
  const success = status === 'passed';
  const drift = stop.drift ?? (status === 'replay_drift' ? driftAtEnd : null);
  const error = stop.error ?? judgement?.error;
  const lastTool = steps.at(-1)?.call.tool;
  const result: Result = {
    taskId: task.id,
    templateId: task.id,
    taskSha256: taskSha256(task),
    trial,
    status,
    success,
    steps: steps.length,
    durationMs: trajectory.durationMs,
    phases: trajectory.phases,
    ...countsOf(trajectory),
    tokens: trajectory.usage?.tokens ?? null,
    usd: trajectory.usage?.usd ?? null,
    selfReport: trajectory.report?.success ?? null,
    answer: trajectory.report?.answer ?? null,
    stopReason: trajectory.report?.stopReason ?? null,
    requests: trajectory.usage?.requests ?? null,
    claimedTokens: null,
    pausedMs: trajectory.pausedMs,
    retries: trajectory.usage?.retries ?? 0,
    ...(trajectory.usage?.isLowerBound ? { costIsLowerBound: true } : {}),
    ...(trajectory.usage?.overshootUsd ? { overshootUsd: trajectory.usage.overshootUsd } : {}),
    ...progressOf(trajectory, shortestCalls),
    requestMisses: trajectory.requestMisses,
    firstHeldAtStep: firstHeldAtStep(trajectory, judgement),
    finalUrl: observations?.first.url ?? null,
    ...(judgement?.failed && !success ? { failedPostcondition: wordsOf(judgement.failed) } : {}),
    verdict: judgement && {
      outcome: judgement.verdict.outcome,
      clauses: judgement.verdict.clauses.map(({ name, outcome, observed }) => ({ name, outcome, observed })),
    },
    factsSha256: observations && digest(observations),
    trajectorySha256: digest(trajectory),
    ...(drift ? { drift } : {}),
    ...(error && !success ? { error } : {}),
    ...(lastTool ? { lastTool } : {}),
    artifacts,
  };
  // Redacted before it is cut: half a secret is a secret too.
  return { result: boundedResult(redact(result)), verdict: judgement && redact(judgement.verdict) };
}

/** A call that was answered in the server's place is an error and no call. */
function countsOf({
  opening,
  steps,
}: Trajectory): Pick<Result, 'toolCalls' | 'serverErrors' | 'responseBytes'> {
  const answers = steps.flatMap(({ answer }) => answer ?? []);
  const sent = steps.flatMap(({ sent, answer }) => (sent && answer ? [answer] : []));
  return {
    toolCalls: sent.length,
    serverErrors: [...(opening ? [opening] : []), ...answers].filter(({ isError }) => isError).length,
    responseBytes: [...(opening ? [opening] : []), ...sent].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The number of steps after which the contract first held; 0 before any, null where it never did. */
function firstHeldAtStep({ start, steps }: Trajectory, judgement: Judgement | null): number | null {
  if (start?.held) return 0;
  const index = steps.findIndex(({ page }) => page?.held);
  if (index >= 0) return index + 1;
  return judgement?.outcome === 'passed' ? steps.length : null;
}

function wordsOf({ outcome: _, ...words }: ClauseVerdict): NonNullable<Result['failedPostcondition']> {
  return words;
}
