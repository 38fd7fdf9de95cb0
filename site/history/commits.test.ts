import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitSummary, RunSummary } from '../../harness/publish/board/read-site-history.ts';
import { readHistory } from '../../harness/results/records/read-history.ts';
import { asOf, commitsWithRunPages, openRuns, planArchives, runPagesOf } from './commits.ts';

const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sha: `commit-${count - index}` }));

test('nothing is archived until a whole archive of older commits is there', () => {
  expect(planArchives(newestFirst(13), [], 10, 4)).toEqual({ archives: [], archived: new Map() });
  const { archives, archived } = planArchives(newestFirst(14), [], 10, 4);
  expect(archives).toEqual([
    { path: '/api/v1/archive/1-4.jsonl.gz', shas: ['commit-1', 'commit-2', 'commit-3', 'commit-4'] },
  ]);
  expect(archived.get('commit-4')).toEqual({ path: '/api/v1/archive/1-4.jsonl.gz', line: 5 });
  expect(archived.has('commit-5')).toBe(false);
});

test('an archive that is there stays as it is when commits are added', () => {
  const before = planArchives(newestFirst(14), [], 10, 4).archives;
  const later = planArchives(newestFirst(27), [], 10, 4).archives;
  expect(later.slice(0, before.length)).toEqual(before);
  expect(later.map(({ shas }) => shas.length)).toEqual([4, 4, 4, 4]);
});

test('a commit of the newest run of a row of today keeps its page, and is in its archive too', () => {
  const row = (sha: string) => ({ sha }) as never;
  const standings = [
    { superseded: false, rows: [row('commit-2')] },
    { superseded: true, rows: [row('commit-3')] },
  ];
  const { archives, archived } = planArchives(newestFirst(14), standings, 10, 4);
  expect(archives[0]?.shas).toContain('commit-2');
  expect([...archived.keys()]).toEqual(['commit-1', 'commit-3', 'commit-4']);
});

/** A list of runs is counted, not read. */
const commit = (runs: number, at: number) =>
  ({ sha: String(at), date: null, subject: '', runs: Array.from({ length: runs }) }) as CommitSummary;

test('every commit is on one page, in order, and a page of several lists at most fifty runs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 60 }), (counts) => {
      const commits = counts.map(commit);
      const pages = runPagesOf(commits);
      expect(pages.flat()).toEqual(commits);
      for (const page of pages.filter(({ length }) => length > 1))
        expect(page.reduce((sum, { runs }) => sum + Math.min(20, runs.length), 0)).toBeLessThanOrEqual(50);
    }),
  );
});

test('runs have pages of their own, commit by commit from the newest, while there is room', () => {
  const commitOf = (sha: string, count: number, episodes = 60) => ({
    sha,
    runs: Array.from({ length: count }, () => ({ episodes })) as RunSummary[], // no more of it is looked at
  });
  const commits = [commitOf('a', 2), commitOf('b', 790), commitOf('c', 9), commitOf('d', 2, 1)];
  expect([...commitsWithRunPages(commits, new Map())]).toEqual(['a', 'b']);
  expect([...commitsWithRunPages(commits, new Map([['b', true]]))]).toEqual(['a', 'c']);
});

test('an empty history has one page', () => {
  expect(runPagesOf([])).toEqual([[]]);
});

const results = path.join(import.meta.dirname, '../../results');

test('a page is handed a run as the history has it, one of an old schema lifted', () => {
  const runOf = openRuns(results);
  const history = [...readHistory(results)];
  expect(history.some(({ runs }) => runs.some(({ config }) => config.keyVersion === 1))).toBe(true);
  for (const { sha, runs } of history)
    for (const run of runs) expect(runOf({ sha, runId: run.runId })).toEqual(run);
  expect(() => runOf({ sha: history[0]?.sha ?? '', runId: 'none' })).toThrow('has lost its run none');
});

test('now is what SOURCE_DATE_EPOCH says, else the newest result, else unknown', () => {
  expect(asOf('1700000000', 5)).toBe(1_700_000_000_000);
  expect(asOf(undefined, 5)).toBe(5);
  expect(asOf('', null)).toBeNull();
});

test('a clock that is not a number is an error', () => {
  expect(() => asOf('yesterday', 5)).toThrow('got "yesterday"');
});
