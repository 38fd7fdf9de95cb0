import { longestInput, type Match, tooLong } from './patterns/match.ts';
import { syntaxProblem } from './patterns/syntax-problem.ts';
import type { RequestFact } from './request-fact.ts';

export type Scan = {
  /** Requests that match both the pattern and a status. */
  passing: RequestFact[];
  /** Requests that match the pattern. */
  urlMatched: RequestFact[];
  /** The request that ended the scan, else the first that is too long and might have passed. */
  undecided: { request: RequestFact; reason: string } | null;
};

/**
 * A pattern that once could not be matched (it ran past its time box) is not tried on the requests after that:
 * a page with a thousand requests must not cost a thousand time boxes.
 */
export function scanRequests(
  pattern: string,
  statuses: readonly number[],
  requests: readonly RequestFact[],
  match: Match,
): Scan {
  const scan: Scan = { passing: [], urlMatched: [], undecided: null };
  const matches = oncePerUrl(matcherFor(pattern, match));
  for (const request of requests) {
    const wantedStatus = request.status !== null && statuses.includes(request.status);
    const length = request.urlLength ?? request.url.length;
    if (length > longestInput) {
      if (wantedStatus) scan.undecided ??= { request, reason: tooLong(length) };
      continue;
    }
    const result = matches(request.url);
    if ('reason' in result) {
      scan.undecided = { request, reason: result.reason };
      break;
    }
    if (!result.matched) continue;
    scan.urlMatched.push(request);
    if (wantedStatus) scan.passing.push(request);
  }
  return scan;
}

type Matcher = (url: string) => ReturnType<Match>;

function matcherFor(pattern: string, match: Match): Matcher {
  return syntaxProblem(pattern) === null
    ? (url) => match(pattern, url)
    : (url) => ({ matched: url.includes(pattern) });
}

function oncePerUrl(matches: Matcher): Matcher {
  const known = new Map<string, ReturnType<Match>>();
  return (url) => {
    const result = known.get(url) ?? matches(url);
    known.set(url, result);
    return result;
  };
}
