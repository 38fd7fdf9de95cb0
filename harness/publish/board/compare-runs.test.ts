import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import { compareRuns, tableWords } from './compare-runs.ts';
import { relationsFile } from './leaderboard.ts';

const at = (sha: string, run = exampleRun()) => ({ sha: sha.repeat(40), run });

test('a lost and a won task are named, and the difference is tested for significance', () => {
  const config = { adapter: 'claude', model: 'a model' };
  const before = exampleRun({ config, episodes: [exampleResult(), exampleFailure({ taskId: 'two' })] });
  const after = exampleRun({ config, episodes: [exampleFailure(), exampleResult({ taskId: 'two' })] });
  const { comparable, findings, relation, rows } = compareRuns(at('a', before), at('b', after));
  expect(comparable).toBe(true);
  expect(relation).toBe('not significantly different (p = 1.000)');
  expect(findings[0]).toBe(
    'A passed 1 / 2 (50.0 %), B passed 1 / 2 (50.0 %). B passed 1 task more often, 1 less often, 0 as often: it is not significantly different (p = 1.000).',
  );
  expect(rows.map(({ taskId, change, cells }) => [taskId, change, cells[2]])).toEqual([
    ['task-01-example-com-title', 'worse', 'failed: postconditions[1] (dom_text match)'],
    ['two', 'better', 'passed'],
  ]);
});

test('two replays have the same calls only if their recordings are the same', () => {
  const replay = (recordings: string) => exampleRun({ config: { transcriptsSha256: recordings.repeat(64) } });
  const first = (recordings: string) =>
    compareRuns(at('a', replay('1')), at('b', replay(recordings))).findings[0];
  expect(first('1')).toMatch(/Both replayed the same calls/);
  expect(first('2')).toMatch(/The recordings differ, so the calls of a task can differ/);
});

test('changed tasks come first: lost tasks, then won tasks', () => {
  const config = { adapter: 'claude', model: 'a model' };
  const run = (passed: string[]) =>
    exampleRun({
      config,
      episodes: ['a', 'b', 'c', 'd'].map((taskId) =>
        (passed.includes(taskId) ? exampleResult : exampleFailure)({ taskId }),
      ),
    });
  const { rows } = compareRuns(at('a', run(['a', 'd'])), at('b', run(['a', 'c'])));
  expect(rows.map(({ taskId, change }) => `${taskId} ${change}`)).toEqual([
    'd worse',
    'c better',
    'a same',
    'b same',
  ]);
});

test('two replays get no significance test, because they are deterministic', () => {
  const { findings, relation } = compareRuns(at('a'), at('b'));
  expect(relation).toBeNull();
  expect(findings.join('\n')).not.toMatch(/chance \(|p =|95 %/);
});

test('a script and a replay are of one kind, and neither is of a model’s', () => {
  const findingOf = (config: NonNullable<Parameters<typeof exampleRun>[0]>['config']) =>
    compareRuns(at('a', exampleRun()), at('b', exampleRun({ config: { judge: 2, ...config } }))).findings[0];
  expect(findingOf({ adapter: 'script' })).toContain('Not comparable: other judge. Both');
  expect(findingOf({ adapter: 'noop' })).toContain('Not comparable: other judge. Both');
  expect(findingOf({ adapter: 'claude', model: 'a model' })).toContain('other judge, kind. Both');
});

test('no difference is given across two keys, nor with an incomplete run', () => {
  const changes = fc.record(
    {
      suite: fc.constantFrom('webvoyager', 'fixtures'),
      complete: fc.boolean(),
      config: fc.record(
        {
          judge: fc.constantFrom(1, 2),
          trials: fc.constantFrom(1, 2),
          web: fc.constantFrom('hermetic' as const, 'live' as const),
          tasksSha256: fc.constantFrom('a', 'b'),
        },
        { noNullPrototype: true },
      ),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(changes, changes, (a, b) => {
      const [left, right] = [exampleRun(a), exampleRun(b)];
      const { comparable, findings, rows } = compareRuns(at('a', left), at('b', right));
      const same =
        left.config.comparabilityKey === right.config.comparabilityKey && left.complete && right.complete;
      expect(comparable).toBe(same);
      if (same) return;
      expect(findings).toEqual([expect.stringMatching(/^Not comparable: /)]);
      expect(rows.every(({ change, cells }) => change === 'other' && cells[3] === 'not compared')).toBe(true);
    }),
  );
});

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
const { groups } = relationsFile(standings, { asOf: null });

test('two rows of a table have the table’s relation, from either side, beside their own comparison', () => {
  if (!best || !middle || !worst) throw new Error('three runs');
  const adjusted = '(p = 0.006, adjusted over 3 pairs)';
  expect(tableWords(groups, best, worst)).toBe(`worse by more than chance ${adjusted}`);
  expect(tableWords(groups, worst, best)).toBe(`better by more than chance ${adjusted}`);
  const { findings } = compareRuns(worst, best, tableWords(groups, worst, best));
  expect(findings[0]).toContain('better by more than chance (p = 0.002)');
  expect(findings[1]).toBe(`In their leaderboard table, B is better by more than chance ${adjusted}.`);
});

test('a run that is not the newest of its row, and an earlier round, have no table', () => {
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
