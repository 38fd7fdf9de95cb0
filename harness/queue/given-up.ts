import { boundedResult } from '../result/bounded-result.ts';
import type { Result } from '../result/result.ts';
import { artifactPaths } from '../run/artifacts.ts';
import type { PlannedEpisode } from '../run/plan.ts';

/** The row of an episode that no worker brought to an end. */
export function givenUp(runId: string, { file, trial }: PlannedEpisode, why: string): Result {
  const { task, taskSha256 } = file;
  return boundedResult({
    taskId: task.id,
    taskSha256,
    trial,
    status: 'tool_error',
    success: false,
    steps: 0,
    durationMs: 0,
    phases: { start: 0, reset: 0, adapter: 0, tool: 0, judge: 0, stop: 0 },
    toolCalls: 0,
    serverErrors: 0,
    responseBytes: 0,
    tokens: null,
    usd: null,
    noProgressEpisodes: 0,
    wandering: { repeats: 0, excessSteps: null },
    recovery: { errors: 0, recovered: 0, medianSteps: null, medianMs: null },
    requestMisses: 0,
    firstHeldAtStep: null,
    finalUrl: null,
    verdict: null,
    factsSha256: null,
    error: `the queue gave it up: ${why}`,
    artifacts: artifactPaths(runId, task.id, trial),
  });
}
