import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import { runPagesOf } from './run-pages.ts';

/** A list of runs is counted, not read. */
const commit = (runs: number, at: number) =>
  ({ sha: String(at), date: null, subject: '', runs: Array.from({ length: runs }) }) as CommitSummary;

test('every commit is on one page, in order, and a page of several has at most a hundred runs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 60 }), (counts) => {
      const commits = counts.map(commit);
      const pages = runPagesOf(commits);
      expect(pages.flat()).toEqual(commits);
      for (const page of pages.filter(({ length }) => length > 1))
        expect(page.reduce((sum, { runs }) => sum + runs.length, 0)).toBeLessThanOrEqual(100);
    }),
  );
});

test('an empty history has one page', () => {
  expect(runPagesOf([])).toEqual([[]]);
});
