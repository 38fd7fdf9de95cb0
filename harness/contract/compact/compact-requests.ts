import type { Allowance } from '../allowances.ts';
import type { LeafClause } from '../contract.ts';
import type { Facts, RequestFact } from '../facts.ts';
import { type Match, requestsSince } from '../facts-view.ts';
import { type Scan, scanRequests } from '../scan-requests.ts';
import { cutUrl } from './cut-url.ts';

type NetworkClause = Extract<LeafClause, { kind: 'network' }>;

/**
 * The requests that some network clause can use, and the number of those that there were. Where a pattern could not be
 * matched the scan ends, so that request is kept unless the clause passed: it hides the later ones, kept for others.
 */
export function compactRequests(
  { only }: Allowance,
  leaves: readonly LeafClause[],
  facts: Facts,
  match: Match,
): Pick<Facts, 'requests' | 'scanned'> {
  const clauses = leaves.filter((leaf): leaf is NetworkClause => leaf.kind === 'network');
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
}

function matching({ urlMatched, undecided }: Scan): RequestFact[] {
  return undecided === null ? urlMatched : [...urlMatched, undecided.request];
}

/** One that passed; else the one that kept the clause from being decided. A failed clause needs none. */
function deciding({ passing, undecided }: Scan): RequestFact[] {
  const passed = passing.at(-1);
  if (passed !== undefined) return [passed];
  return undecided === null ? [] : [undecided.request];
}
