import { exampleFailure, exampleResult } from '../../harness/results/examples/example-run.ts';
import type { Result } from '../../harness/results/records/result.ts';
import type { Status } from '../../harness/results/records/statuses.ts';
import type { Contender } from './contenders.ts';

/** What sets one episode apart from the next. */
export type Circumstances = {
  contender: Contender;
  taskId: string;
  taskIndex: number;
  /** From 1. */
  trial: number;
  runId: string;
  /** 0 at the first commit of the history, 1 after the last. */
  progress: number;
  /** The thing under test is broken at this commit. */
  regressed: boolean;
  random: () => number;
};

export function syntheticEpisode(circumstances: Circumstances): Result {
  const { contender, taskId, taskIndex, trial, runId, random } = circumstances;
  const status = statusOf(circumstances);
  const steps = status === 'max_steps' ? 100 : 2 + ((taskIndex * 7) % 6) + Math.floor(random() * 2);
  const toolCalls = steps + Math.floor(random() * 3);
  const tool = steps * contender.msPerStep * slowdown(circumstances) * (0.8 + 0.4 * random());
  const phases = { start: 900 + 200 * random(), reset: 180, adapter: 2, tool, judge: 60, stop: 70 };
  const isModel = contender.model !== null;
  return outcome(status, {
    taskId,
    trial,
    status,
    success: status === 'passed',
    steps,
    durationMs: tenth(Object.values(phases).reduce((sum, ms) => sum + ms, 0)),
    phases: { ...phases, start: tenth(phases.start), tool: tenth(tool) },
    toolCalls,
    serverErrors: random() < 0.05 ? 1 : 0,
    responseBytes: Math.round(toolCalls * contender.bytesPerCall * (0.7 + 0.6 * random())),
    tokens: isModel ? { input: 1800 * steps, output: 110 * steps, cacheRead: 0, cacheWrite: 0 } : null,
    // What the vendor did not say is not known: now and then a cost is missing.
    usd: isModel && random() >= 0.001 ? Math.round(steps * contender.usdPerStep * 1e6) / 1e6 : null,
    requests: isModel ? steps : null,
    // Of those that ended, some say that they had succeeded and had not.
    selfReport: isModel ? (status === 'passed' ? true : status === 'failed' ? random() < 0.6 : null) : null,
    wandering: { repeats: Math.floor(random() * 1.2), excessSteps: isModel ? null : 0 },
    firstHeldAtStep: status === 'passed' ? steps - 1 : null,
    finalUrl: `https://example.com/${taskId}`,
    lastTool: 'browser_snapshot',
    artifacts: { events: `events/${runId}.jsonl`, report: `reports/${taskId}.json` },
  });
}

/** One server got slower for good late in the history, so that a step can be found in its trend. */
function slowdown({ contender, progress }: Circumstances): number {
  return contender.server.id === 'chrome-devtools' && progress >= 0.75 ? 1.4 : 1;
}

function statusOf({ contender, taskIndex, progress, regressed, random }: Circumstances): Status {
  const draw = random();
  const kind = random();
  if (regressed && taskIndex % 5 === 2) return 'failed';
  if (contender.server.id === 'openchrome' && Math.floor(progress * 25) === 8 && taskIndex % 7 === 3)
    return 'replay_drift';
  const difficulty = ((taskIndex * 13) % 9) / 3 - 4 / 3;
  const logit = contender.skill + contender.gain * progress - difficulty;
  if (draw < 1 / (1 + Math.exp(-logit))) return 'passed';
  if (contender.kind === 'baseline' || contender.kind === 'control')
    return kind < 0.6 ? 'failed' : 'max_steps';
  if (contender.model === null) return kind < 0.5 ? 'replay_drift' : 'tool_error';
  if (kind < 0.7) return 'failed';
  if (kind < 0.82) return 'max_steps';
  if (kind < 0.9) return 'timeout';
  if (kind < 0.93) return 'budget_exceeded';
  if (kind < 0.95) return 'model_refused';
  if (kind < 0.97) return 'adapter_error';
  return 'inconclusive';
}

function outcome(status: Status, result: Partial<Result>): Result {
  switch (status) {
    case 'passed':
      return exampleResult(result);
    case 'replay_drift': {
      const drift = { reason: 'missing_call', step: 3, expected: 'browser_click', actual: 'none' } as const;
      return exampleResult({ ...result, verdict: null, factsSha256: null, drift });
    }
    case 'tool_error':
    case 'adapter_error':
      return exampleResult({
        ...result,
        verdict: null,
        factsSha256: null,
        finalUrl: null,
        error: status === 'tool_error' ? 'the server is gone' : 'the model did not answer',
      });
    case 'inconclusive': {
      const error = 'the page was closed before it was looked at';
      return exampleResult({ ...result, verdict: { outcome: 'inconclusive', clauses: [] }, error });
    }
    default:
      return exampleFailure(result);
  }
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}
