import * as z from 'zod';
import { cutUrl } from '../compact/allowances.ts';
import { type Mark, notCollected, type PageState, type Reading } from '../page-state.ts';
import { RequestFact, type Scan, scanRequests } from '../scan-requests.ts';
import { defineFactKind } from './fact-kind.ts';

export type Requests = {
  requests?: RequestFact[] | undefined;
  scanned?: Record<Mark, number> | undefined;
};

type Clause = { url_pattern: string; status_in: readonly number[]; since: Mark };

/** The network log of the whole episode. */
export const requests = defineFactKind({
  name: 'requests',
  asked: 'whole',
  shape: {
    /** In order. */
    requests: z.array(RequestFact).optional(),
    /** Number of requests since each mark; kept when requests that match no clause are dropped. */
    scanned: z.strictObject({ contract_enter: z.int(), last_tool_call: z.int() }).optional(),
  },
  nothing: {},
  /**
   * Keeps the requests that some clause can use, and the number of all requests. A pattern that could not be matched ends
   * the scan. The request that caused it is kept unless the clause passed, because it hides later requests that other
   * clauses keep.
   */
  compact: (facts, clauses: readonly Clause[], { allowance: { only }, match }) => {
    if (clauses.length === 0 || facts.requests === undefined) return {};
    const keep = new Set<RequestFact>();
    for (const { url_pattern, status_in, since } of clauses) {
      const scan = scanRequests(url_pattern, status_in, requestsSince(facts, since), match);
      const kept = only === 'what-decides' ? deciding(scan) : matching(scan);
      for (const request of kept) keep.add(request);
    }
    return {
      requests: facts.requests
        .filter((request) => keep.has(request))
        .map(({ url, urlLength, status, atMs }) => ({ ...cutUrl(url, urlLength), status, atMs })),
      scanned: facts.scanned ?? {
        contract_enter: requestsSince(facts, 'contract_enter').length,
        last_tool_call: requestsSince(facts, 'last_tool_call').length,
      },
    };
  },
});

/** The browser reports the log, not the page. */
export function readRequests(
  facts: Requests & PageState,
  since: Mark,
): Reading<{ scanned: number; requests: readonly RequestFact[] }> {
  if (facts.requests === undefined) return notCollected('network log');
  const requests = requestsSince(facts, since);
  return { value: { scanned: facts.scanned?.[since] ?? requests.length, requests } };
}

/** Requests from the mark on, the mark included. Empty for `last_tool_call` if there was no tool call. */
export function requestsSince({ requests, marks }: Requests & PageState, since: Mark): RequestFact[] {
  const mark = marks[since] ?? Number.POSITIVE_INFINITY;
  return (requests ?? []).filter((request) => request.atMs >= mark);
}

function matching({ urlMatched, undecided }: Scan): RequestFact[] {
  return undecided === null ? urlMatched : [...urlMatched, undecided.request];
}

/** One passing request, else the request that left the clause undecided. A failed clause needs none. */
function deciding({ passing, undecided }: Scan): RequestFact[] {
  const passed = passing.at(-1);
  if (passed !== undefined) return [passed];
  return undecided === null ? [] : [undecided.request];
}
