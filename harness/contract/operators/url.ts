import { regularExpression } from '../clause-fields.ts';
import { clip } from '../clip.ts';
import { longestInput, tooLong } from '../facts-view.ts';
import { defineOperator } from './operator.ts';

/** The full URL, query and fragment included; no flags, not anchored. */
export const url = defineOperator({
  kind: 'url',
  summary: 'The URL of the final page matches a regular expression.',
  fields: { pattern: regularExpression() },
  patterns: ['pattern'],
  seenAfterReload: true,
  needs: () => [{ url: true }],
  judge: ({ pattern }, facts) => {
    const asked = { kind: 'url', pattern } as const;
    const read = facts.url();
    if ('reason' in read) return { ...asked, outcome: 'inconclusive', observed: null, reason: read.reason };
    const { url, length } = read.value;
    const observed = clip(url, 2000);
    const result = length > longestInput ? { reason: tooLong(length) } : facts.match(pattern, url);
    if ('reason' in result) return { ...asked, outcome: 'inconclusive', observed, reason: result.reason };
    return { ...asked, outcome: result.matched ? 'passed' : 'failed', observed };
  },
  wanted: ({ pattern }) => `the URL matches ${pattern}`,
  observed: ({ observed }) => `${observed}`,
  holds: [{ pattern: '/wiki/Eiffel_Tower$' }, { url: 'https://en.wikipedia.org/wiki/Eiffel_Tower' }],
  fails: [{ pattern: '/wiki/Eiffel_Tower$' }, { url: 'https://en.wikipedia.org/wiki/Main_Page' }],
  undecided: [
    { pattern: '/wiki/Eiffel_Tower$' },
    { url: 'https://en.wikipedia.org/', unreadable: 'the page crashed' },
  ],
});
