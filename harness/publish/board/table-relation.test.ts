import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import { compareRuns } from './compare-runs.ts';
import { leaderboard } from './leaderboard.ts';
import { tableWords } from './table-relation.ts';

const sha = '0'.repeat(40);
const runs = [10, 4, 0].map((passed) =>
  exampleRun({
    runId: `passed-${passed}`,
    config: { adapter: 'claude', model: `passes ${passed}` },
    episodes: Array.from({ length: 10 }, (_, n) =>
      (n < passed ? exampleResult : exampleFailure)({ taskId: `task-${n}` }),
    ),
  }),
);
const [best, middle, worst] = runs.map((run) => ({ sha, run }));
const standings = standingsOf([
  { schema: 'contract-bench.results.v2', sha, commit: { date: null, parents: [] }, runs },
]);
const { groups } = leaderboard(standings, [], { asOf: null });

test('two rows of a table are told apart as the table does, from either side, beside what they say alone', () => {
  if (!best || !middle || !worst) throw new Error('three runs');
  const adjusted = '(p = 0.006, adjusted over 3 pairs)';
  expect(tableWords(groups, best, worst)).toBe(`worse by more than chance ${adjusted}`);
  expect(tableWords(groups, worst, best)).toBe(`better by more than chance ${adjusted}`);
  const { findings } = compareRuns(worst, best, tableWords(groups, worst, best));
  expect(findings[0]).toContain('better by more than chance (p = 0.002)');
  expect(findings[1]).toBe(`In their table of the leaderboard B is better by more than chance ${adjusted}.`);
});

test('a run that is no row’s newest, and an earlier round, have no table', () => {
  if (!best || !worst) throw new Error('three runs');
  expect(tableWords(groups, { ...best, sha: '1'.repeat(40) }, worst)).toBeNull();
  expect(
    tableWords(
      groups.map((group) => ({ ...group, superseded: true })),
      best,
      worst,
    ),
  ).toBeNull();
});
