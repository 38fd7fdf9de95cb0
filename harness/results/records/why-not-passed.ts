import { count } from '../../platform/words/format.ts';
import type { Result } from './result.ts';

/** What was wanted and what was seen instead: of the clause that failed, or of the drift, whose `name` says where. */
export type Miss = { kind: 'clause' | 'drift'; name: string; wanted: string; observed: string };

/** What a Result, or a summary of one, says of it. */
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

/** The failed clause, then the drift; none where there was only an error. */
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

/** Why an episode did not pass, on one line; null where its status says all there is. */
export function whyNotPassed(result: Lost): string | null {
  const [miss] = missesOf(result);
  const why = miss ? wordsOf(miss) : result.error;
  const agent = result.agentEnd === undefined ? [] : [`agent: ${oneLine(result.agentEnd)}`];
  return [...(why ? [why] : []), ...agent, ...whatWasSaid(result)].join('; ') || null;
}

/** Digests tell nobody what changed, and of which of these it was nothing is stored. */
const changedTask = 'the goal, start URL, setup or skill is another than when this was recorded; re-record';

function wordsOf({ kind, name, wanted, observed }: Miss): string {
  if (name === 'task_changed') return `${name}: ${changedTask}`;
  if (kind === 'clause') return `${name}: wanted ${wanted}; observed ${observed}`;
  return `${name}: recorded ${wanted}; seen ${observed}; re-record`;
}

/** What the server answered with errors, and what nothing answered: often the reason behind the reason. */
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

/** Where it stood at its end: `after 2 steps, last tool call press`. */
export function howFar({ steps, lastTool }: Pick<Result, 'steps' | 'lastTool'>): string {
  return `after ${count(steps, 'step')}${lastTool ? `, last tool call ${lastTool}` : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same for a terminal: all that is known, a line each. */
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
