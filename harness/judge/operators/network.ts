import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { patternText, whole } from '../clause-fields.ts';
import { type Requests, readRequests, requests, requestsSince } from '../fact-kinds/requests.ts';
import { Mark, type PageState } from '../page-state.ts';
import type { Match } from '../patterns/match.ts';
import { rejectedEndUrls, samplePattern, sampleUrls } from '../patterns/near-miss.ts';
import { syntaxProblem } from '../patterns/selector-problem.ts';
import { weakerPatterns } from '../patterns/weaker-patterns.ts';
import type { RequestFact } from '../scan-requests.ts';
import { scanRequests } from '../scan-requests.ts';
import { defineOperator } from './operator.ts';

/** A single request must match both. A pattern that is not a valid regular expression is a literal substring. */
export const network = defineOperator({
  kind: 'network',
  summary: 'A request since the mark matches a URL pattern and was answered with one of the statuses.',
  passes:
    'one request matches both the URL and a status; only requests at or after the moment of `since` count',
  fields: {
    url_pattern: patternText(),
    status_in: z
      .array(whole(100, 599), 'must be an array of statuses')
      .min(1, 'must name at least one status'),
    since: Mark.default('contract_enter'),
  },
  notes: {
    status_in: 'statuses from 100 to 599',
    since: '`contract_enter`, the default, or `last_tool_call`',
  },
  patterns: ['url_pattern'],
  facts: [requests],
  evidence: {
    urlPattern: z.string(),
    statusIn: z.array(z.int()),
    since: Mark,
    scanned: z.int().nonnegative(),
    /** Requests since the mark that match both the URL and a status. */
    matched: z.int().nonnegative(),
    /** The last request since the mark whose URL matched, whatever its status. */
    lastMatch: z.strictObject({ url: z.string(), status: z.int().nullable() }).nullable(),
  },
  seenAfterReload: false,
  needs: () => [{ requests: true }],
  judge: ({ url_pattern, status_in, since }, facts, match) => {
    const asked = {
      kind: 'network' as const,
      urlPattern: url_pattern,
      statusIn: status_in,
      since,
    };
    const read = readRequests(facts, since);
    if ('reason' in read) {
      return {
        ...asked,
        outcome: 'inconclusive',
        scanned: 0,
        matched: 0,
        lastMatch: null,
        reason: read.reason,
      };
    }
    const { scanned, requests } = read.value;
    const { passing, urlMatched, undecided } = scanRequests(url_pattern, status_in, requests, match);
    const last = urlMatched.at(-1);
    const lastMatch = last === undefined ? null : { url: clip(last.url, 2000), status: last.status };
    const seen = { scanned, matched: passing.length, lastMatch };
    if (passing.length > 0) return { ...asked, ...seen, outcome: 'passed' };
    if (undecided === null) return { ...asked, ...seen, outcome: 'failed' };
    return { ...asked, ...seen, outcome: 'inconclusive', reason: undecided.reason };
  },
  wanted: ({ url_pattern, status_in, since }) =>
    `a request since ${since} with status ${clip(status_in.join(', '), 40)} that matches ${url_pattern}`,
  observed: ({ scanned, matched, lastMatch }) => {
    if (matched > 0) return `${matched} of ${scanned} requests`;
    if (scanned === 0) return 'there was no request';
    if (lastMatch === null)
      return scanned === 1
        ? 'the only request has no such URL'
        : `none of ${scanned} requests has such a URL`;
    const none = scanned === 1 ? 'not the only request' : `none of ${scanned} requests`;
    return `${none}; the last such URL has status ${lastMatch.status}: ${lastMatch.url}`;
  },
  // Detected by near misses of the URL, by another status, and by a request before the last tool call.
  weakened: (clause) => [
    ...weakerPatterns(clause.url_pattern).map(({ name, pattern }) => ({
      name,
      clause: { ...clause, url_pattern: pattern },
    })),
    ...anyStatus(clause.status_in).map((status_in) => ({
      name: 'any status from 200 to 599',
      clause: { ...clause, status_in },
    })),
    { name: 'since contract_enter', clause: { ...clause, since: 'contract_enter' } },
  ],
  broken: breakRequests,
  // The request is the first since the mark, so that an unmatchable request cannot hide it.
  held: ({ url_pattern, status_in, since }, { marks, requests = [] }, match) => {
    const atMs = marks[since];
    const sample = syntaxProblem(url_pattern) === null ? samplePattern(url_pattern, match) : url_pattern;
    const [status] = status_in;
    if (atMs === null || status === undefined || sample === null) return [];
    return sampleUrls(sample, null).map((url) => ({ requests: [{ url, status, atMs }, ...requests] }));
  },
  forged: ({ url_pattern }, match) => {
    const sample = syntaxProblem(url_pattern) === null ? samplePattern(url_pattern, match) : null;
    return sample === null ? {} : { requests: sampleUrls(sample, null) };
  },
  drawn: {
    url_pattern: ['/wiki/', '^https://a\\.test/', 'submit$', 'a|b', '('],
    status_in: [[200], [404], [201, 200], [500, 404, 201], [200, 201, 404, 500]],
    since: Mark.options,
  },
  holds: [
    { url_pattern: '/submit$', status_in: [200] },
    { requests: [{ url: 'http://shop.test/submit', status: 200, atMs: 5 }] },
  ],
  fails: [
    { url_pattern: '/submit$', status_in: [200] },
    { requests: [{ url: 'http://shop.test/submit', status: 500, atMs: 5 }] },
  ],
  undecided: [{ url_pattern: '/submit$', status_in: [200] }, {}],
});

const answers = Array.from({ length: 400 }, (_, index) => 200 + index);

/** The wanted statuses and all others from 200 to 599; empty if no other is left. */
function anyStatus(wanted: readonly number[]): number[][] {
  const more = answers.filter((status) => !wanted.includes(status));
  return more.length === 0 ? [] : [[...wanted, ...more]];
}

type RequestQuery = { url_pattern: string; status_in: number[]; since: Mark };

/** Changes every passing request, because any other request could pass in place of a single changed one. */
function breakRequests(
  { url_pattern, status_in, since }: RequestQuery,
  facts: Requests & PageState,
  match: Match,
) {
  const { passing } = scanRequests(url_pattern, status_in, requestsSince(facts, since), match);
  const [first] = passing;
  if (first === undefined) return [];
  const isPassing = new Set(passing);
  const changed = (name: string, change: (request: RequestFact) => Partial<RequestFact>) => {
    const requests = (facts.requests ?? []).map((request) =>
      isPassing.has(request) ? { ...request, ...change(request) } : request,
    );
    return { name, change: { requests } };
  };
  const status = otherStatus(status_in);
  const names = rejectedEndUrls(first.url, url_pattern).map(({ name }) => name);
  return [
    changed(`status ${status}`, () => ({ status })),
    ...names.map((name) =>
      changed(`request with ${name}`, ({ url }) => ({
        url: rejectedEndUrls(url, url_pattern).find((miss) => miss.name === name)?.url ?? 'about:blank',
      })),
    ),
    ...(since === 'last_tool_call'
      ? [{ name: 'before the last tool call', change: early(facts, isPassing) }]
      : []),
  ];
}

/** An unwanted status, 500 if possible; null (unanswered) if every status is wanted. */
function otherStatus(wanted: readonly number[]): number | null {
  const candidates = [500, 200, 404, 403, 302, ...Array.from({ length: 500 }, (_, index) => 100 + index)];
  return candidates.find((status) => !wanted.includes(status)) ?? null;
}

/** Moves the requests to `contract_enter`, and everything else so much later that the last tool call follows them. */
function early({ marks, requests = [] }: Requests & PageState, moved: ReadonlySet<RequestFact>) {
  const { contract_enter, last_tool_call } = marks;
  const later =
    last_tool_call === null || last_tool_call > contract_enter ? 0 : contract_enter - last_tool_call + 1;
  return {
    marks: { contract_enter, last_tool_call: last_tool_call === null ? null : last_tool_call + later },
    requests: requests.map((request) => ({
      ...request,
      atMs: moved.has(request) ? contract_enter : request.atMs + later,
    })),
  };
}
