import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { regularExpression } from '../clause-fields.ts';
import { readUrl } from '../page-state.ts';
import { longestInput, tooLong } from '../patterns/match.ts';
import { rejectedEndUrls, samplePattern, sampleUrls } from '../patterns/near-miss.ts';
import { weakerPatterns } from '../patterns/weaker-patterns.ts';
import { defineOperator } from './operator.ts';

/** The full URL, query and fragment included; no flags, not anchored. */
export const url = defineOperator({
  kind: 'url',
  summary: 'The URL of the final page matches a regular expression.',
  passes:
    'the regular expression (no flags, not anchored) finds a match in the full URL of the final page, query and fragment included',
  fields: { pattern: regularExpression() },
  patterns: ['pattern'],
  facts: [],
  evidence: { pattern: z.string(), observed: z.string().nullable() },
  seenAfterReload: true,
  needs: () => [],
  judge: ({ pattern }, facts, match) => {
    const asked = { kind: 'url', pattern } as const;
    const read = readUrl(facts);
    if ('reason' in read) return { ...asked, outcome: 'inconclusive', observed: null, reason: read.reason };
    const { url, length } = read.value;
    const observed = clip(url, 2000);
    const result = length > longestInput ? { reason: tooLong(length) } : match(pattern, url);
    if ('reason' in result) return { ...asked, outcome: 'inconclusive', observed, reason: result.reason };
    return { ...asked, outcome: result.matched ? 'passed' : 'failed', observed };
  },
  wanted: ({ pattern }) => `the URL matches ${pattern}`,
  observed: ({ observed }) => `${observed}`,
  // Without its start anchor: detected in the query of another URL; without its end anchor: by a longer path, query or fragment.
  weakened: (clause) =>
    weakerPatterns(clause.pattern).map(({ name, pattern }) => ({ name, clause: { ...clause, pattern } })),
  broken: ({ pattern }, { url, urlLength }) =>
    url === null || urlLength !== undefined
      ? []
      : rejectedEndUrls(url, pattern).map(({ name, url }) => ({ name, change: { url } })),
  held: ({ pattern }, { url }, match) => {
    const sample = samplePattern(pattern, match);
    if (sample === null) return [];
    return sampleUrls(sample, url).map((wanted) => ({ url: wanted, urlLength: undefined }));
  },
  // The forger sets the address to the URL at which the recorded calls ended.
  forged: () => ({}),
  drawn: { pattern: ['/wiki/', '^https://a\\.test/', 'submit$', 'a|b'] },
  holds: [{ pattern: '/wiki/Eiffel_Tower$' }, { url: 'https://en.wikipedia.org/wiki/Eiffel_Tower' }],
  fails: [{ pattern: '/wiki/Eiffel_Tower$' }, { url: 'https://en.wikipedia.org/wiki/Main_Page' }],
  undecided: [
    { pattern: '/wiki/Eiffel_Tower$' },
    { url: 'https://en.wikipedia.org/', unreadable: 'the page crashed' },
  ],
});
