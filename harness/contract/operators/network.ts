import * as z from 'zod';
import { patternText, whole } from '../clause-fields.ts';
import { clip } from '../clip.ts';
import { Mark } from '../facts.ts';
import { scanRequests } from '../scan-requests.ts';
import { defineOperator } from './operator.ts';

/** One request has to match both. A pattern that is no regular expression is a literal substring. */
export const network = defineOperator({
  kind: 'network',
  summary: 'A request since the mark matches a URL pattern and was answered with one of the statuses.',
  fields: {
    url_pattern: patternText(),
    status_in: z
      .array(whole(100, 599), 'must be an array of statuses')
      .min(1, 'must name at least one status'),
    since: Mark.default('contract_enter'),
  },
  patterns: ['url_pattern'],
  seenAfterReload: false,
  needs: () => [{ requests: true }],
  judge: ({ url_pattern, status_in, since }, facts) => {
    const asked = {
      kind: 'network' as const,
      urlPattern: url_pattern,
      statusIn: status_in,
      since,
    };
    const read = facts.requests(since);
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
    const { passing, urlMatched, undecided } = scanRequests(url_pattern, status_in, requests, facts.match);
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
    if (lastMatch === null) return `none of ${scanned} requests has such a URL`;
    return `none of ${scanned} requests; the last such URL has status ${lastMatch.status}: ${lastMatch.url}`;
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
