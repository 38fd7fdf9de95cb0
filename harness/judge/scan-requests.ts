import * as z from 'zod';
import { longestInput, type Match, tooLong } from './patterns/match.ts';
import { syntaxProblem } from './patterns/selector-problem.ts';
export type Scan = {
  /** Requests that match both the pattern and a status. */
  passing: RequestFact[];
  /** Requests that match the pattern. */
  urlMatched: RequestFact[];
  /** The request that ended the scan, else the first that is too long and might have passed. */
  undecided: { request: RequestFact; reason: string } | null;
};

/**
 * A pattern that once ran past its time limit is not tried on the later requests: a page with a thousand requests must
 * not cost a thousand time limits.
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

/** `atMs` counts from the start of the episode, as the marks do. `status` is null if unanswered or failed. */
export const RequestFact = z.strictObject({
  url: z.string(),
  /** Characters of the whole URL, only if `url` is its beginning. A URL that long is never matched, so it can be cut. */
  urlLength: z.int().optional(),
  status: z.int().nullable(),
  atMs: z.number(),
});
export type RequestFact = z.infer<typeof RequestFact>;
