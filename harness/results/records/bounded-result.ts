import { clip } from '../../platform/words/format.ts';
import type { Result } from './result.ts';

type Clause = NonNullable<Result['verdict']>['clauses'][number];

const words = 160;
const sentence = 300;

/**
 * A result as it is committed: every text that a page, a server or an agent can make long is cut (and says so with
 * an ellipsis), clauses that passed carry no observation, durations are rounded to a tenth of a millisecond.
 * Bounding twice changes nothing.
 */
export function boundedResult(result: Result): Result {
  const { failedPostcondition, verdict, drift, error, lastServerError, missedRequest } = result;
  return {
    ...result,
    durationMs: tenth(result.durationMs),
    phases: {
      start: tenth(result.phases.start),
      reset: tenth(result.phases.reset),
      adapter: tenth(result.phases.adapter),
      tool: tenth(result.phases.tool),
      judge: tenth(result.phases.judge),
      stop: tenth(result.phases.stop),
    },
    finalUrl: result.finalUrl === null ? null : cut(result.finalUrl, sentence),
    ...(failedPostcondition && {
      failedPostcondition: {
        name: cut(failedPostcondition.name, words),
        wanted: cut(failedPostcondition.wanted, words),
        observed: cut(failedPostcondition.observed, words),
      },
    }),
    verdict: verdict && { outcome: verdict.outcome, clauses: verdict.clauses.map(boundedClause) },
    ...(drift && {
      drift: { ...drift, expected: cut(drift.expected, words), actual: cut(drift.actual, words) },
    }),
    ...(lastServerError && {
      lastServerError: {
        ...lastServerError,
        tool: cut(lastServerError.tool, words),
        said: cut(lastServerError.said, words),
      },
    }),
    ...(missedRequest !== undefined && { missedRequest: cut(missedRequest, words) }),
    ...(error !== undefined && { error: cut(error, sentence) }),
  };
}

function boundedClause({ name, outcome, observed }: Clause): Clause {
  const seen = outcome === 'passed' || observed === undefined ? {} : { observed: cut(observed, words) };
  return { name: cut(name, words), outcome, ...seen };
}

function cut(text: string, length: number): string {
  // A cut may go through a surrogate pair, whose half is no character.
  return clip(text, length).toWellFormed();
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}
