import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRuns } from '../../harness/publish/board/compare-runs.ts';
import { compareWithBase } from '../../harness/publish/gate/compare-with-base.ts';
import { logLines } from '../../harness/publish/gate/gate-report.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { relationsOf, relationWords } from '../../harness/results/standings/relation.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';

const tasks = 6;
const trials = 4;
const runOf = (passes: readonly number[], id: number): Run =>
  exampleRun({
    runId: `run-${id}`,
    config: { adapter: 'claude', model: `model ${id}`, trials },
    episodes: passes.flatMap((passed, task) =>
      Array.from({ length: trials }, (_, trial) =>
        (trial < passed ? exampleResult : exampleFailure)({ taskId: `task-${task}`, trial: trial + 1 }),
      ),
    ),
  });

/** All that two runs alone are told by. */
const told = (a: Run, b: Run) => {
  const commit = { date: null, parents: [] };
  const file = { schema: 'contract-bench.results.v2' as const, sha: '0000001', commit, runs: [a, b] };
  const rows = standingsOf([file])[0]?.rows.toSorted((x, y) => (x.runId < y.runId ? -1 : 1)) ?? [];
  const ofTable = relationsOf(rows.map(({ outcomes }) => outcomes))(1, 0);
  const comparison = compareWithBase(b, [{ file: 'base', run: a }]);
  if (!comparison || !ofTable) throw new Error('not comparable');
  const none = { suites: [], answers: [], failures: [], notes: [], toolList: null };
  const report = { ...none, server: 'playwright', judged: '', base: '' };
  const pair = compareRuns({ sha: '1'.repeat(40), run: a }, { sha: '2'.repeat(40), run: b });
  return {
    leaderboard: relationWords(ofTable),
    compare: pair.findings[0],
    runPage: pair.relation,
    terminal: logLines({ ...report, comparisons: [comparison] }).join('\n'),
  };
};

test('leaderboard, comparison, page of a run and terminal tell two runs in the same words', () => {
  const passes = fc.array(fc.nat(trials), { minLength: tasks, maxLength: tasks });
  const seen = new Set<string>();
  fc.assert(
    fc.property(passes, passes, (first, second) => {
      const found = told(runOf(first, 1), runOf(second, 2));
      seen.add(found.leaderboard.replace(/ \(.*/, ''));
      expect(found.runPage).toBe(found.leaderboard);
      expect(found.compare).toContain(`it is ${found.leaderboard}.`);
      expect(found.terminal).toContain(found.leaderboard);
    }),
    {
      numRuns: 40,
      examples: [
        [Array(tasks).fill(trials), Array(tasks).fill(0)],
        [Array(tasks).fill(0), Array(tasks).fill(trials)],
      ],
    },
  );
  expect(seen.size).toBe(3);
});
