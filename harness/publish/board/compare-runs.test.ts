import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { compareRuns } from './compare-runs.ts';

const at = (sha: string, run = exampleRun()) => ({ sha: sha.repeat(40), run });

test('a task that was lost and one that was won are named, and chance has its say', () => {
  const config = { adapter: 'claude', model: 'a model' };
  const before = exampleRun({ config, episodes: [exampleResult(), exampleFailure({ taskId: 'two' })] });
  const after = exampleRun({ config, episodes: [exampleFailure(), exampleResult({ taskId: 'two' })] });
  const { comparable, findings, relation, rows } = compareRuns(at('a', before), at('b', after));
  expect(comparable).toBe(true);
  expect(relation).toBe('not told apart from chance (p = 1.000)');
  expect(findings[0]).toBe(
    'A passed 1 / 2 (50.0 %), B passed 1 / 2 (50.0 %). B passed 1 task more often, 1 less often, 0 as often: it is not told apart from chance (p = 1.000).',
  );
  expect(rows.map(({ taskId, change, cells }) => [taskId, change, cells[2]])).toEqual([
    ['task-01-example-com-title', 'worse', 'failed: postconditions[1] (dom_text match)'],
    ['two', 'better', 'passed'],
  ]);
});

test('what changed stands on top: what was lost, then what was won', () => {
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

test('of two replays no chance is told, for there is none', () => {
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

test('no difference is drawn across two keys, nor with a run that is incomplete', () => {
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
