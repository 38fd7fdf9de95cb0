import { count } from '../../platform/words/format.ts';
import type { Result } from './result.ts';

/** Expected and observed state of the failed clause, or of the drift, whose `name` gives the step. */
export type Miss = { kind: 'clause' | 'drift'; name: string; wanted: string; observed: string };

/** The fields of a Result, or of a summary of one, that explain why it did not pass. */
type Lost = {
  failedPostcondition?: Omit<Miss, 'kind'> | undefined;
  drift?: { reason: string; step?: number | null; expected: string; actual: string } | undefined;
  error?: string | null | undefined;
  agentEnd?: string | undefined;
  serverErrors?: number | undefined;
  lastServerError?: { tool: string; said: string; answers: number } | undefined;
  requestMisses?: number | undefined;
  missedRequest?: string | undefined;
};

/** The failed clause, then the drift; empty if there was only an error. */
export function missesOf({ failedPostcondition, drift }: Lost): Miss[] {
  const at = drift?.step == null ? '' : ` at step ${drift.step}`;
  return [
    ...(failedPostcondition ? [{ kind: 'clause' as const, ...failedPostcondition }] : []),
    ...(drift
      ? [
          {
            kind: 'drift' as const,
            name: `${drift.reason}${at}`,
            wanted: drift.expected,
            observed: drift.actual,
          },
        ]
      : []),
  ];
}

/** Why an episode did not pass, on one line; null if its status alone explains it. */
export function whyNotPassed(result: Lost): string | null {
  const [miss] = missesOf(result);
  const why = miss ? wordsOf(miss) : result.error;
  const agent = result.agentEnd === undefined ? [] : [`agent: ${oneLine(result.agentEnd)}`];
  return [...(why ? [why] : []), ...agent, ...whatWasSaid(result)].join('; ') || null;
}

/** Only a digest is stored, so it is unknown which of these changed. */
const changedTask = 'the goal, start URL, setup or skill has changed since the recording; re-record';

function wordsOf({ kind, name, wanted, observed }: Miss): string {
  if (name === 'task_changed') return `${name}: ${changedTask}`;
  if (kind === 'clause') return `${name}: wanted ${wanted}; observed ${observed}`;
  return `${name}: recorded ${wanted}; seen ${observed}; re-record`;
}

/** The server's error answers and the unanswered requests, which are often the root cause. */
export function whatWasSaid({
  serverErrors,
  lastServerError,
  requestMisses = 1,
  missedRequest,
}: Lost): string[] {
  const more = requestMisses > 1 ? ` (the first of ${requestMisses} such requests)` : '';
  return [
    ...(lastServerError
      ? [
          `server errors ${serverErrors ?? 1} of ${lastServerError.answers}, last: ${lastServerError.tool}: ${oneLine(lastServerError.said)}`,
        ]
      : []),
    ...(missedRequest === undefined ? [] : [`nothing answers ${oneLine(missedRequest)}${more}`]),
  ];
}

/** How far the episode got: `after 2 steps, last tool call press`. */
export function howFar({ steps, lastTool }: Pick<Result, 'steps' | 'lastTool'>): string {
  return `after ${count(steps, 'step')}${lastTool ? `, last tool call ${lastTool}` : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same for a terminal: all known reasons, one per line. */
export function whyNotPassedLines(result: Lost): string[] {
  const lines = missesOf(result).flatMap(({ kind, name, wanted, observed }) =>
    name === 'task_changed'
      ? [`${name}: ${changedTask}`, `  recorded ${wanted}`, `  seen     ${observed}`]
      : kind === 'clause'
        ? [name, `  wanted   ${wanted}`, `  observed ${observed}`]
        : [`${name}: recorded ${wanted}`, `  seen ${observed}; re-record`],
  );
  return [...lines, ...(result.error ? [oneLine(result.error)] : []), ...whatWasSaid(result)];
}
