import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { SkillRun } from '../../results/records/skill-run.ts';
import { suiteOf } from '../../testing/skill-suite.ts';
import { Gate, gateFailure, skillReport } from './report.ts';
import { runSuite } from './run-suite.ts';

const worse = { function: 'bundle_file_contains', args: { path: 'answer.txt', contains: 'no_skill' } };
const equal = { function: 'bundle_file_exists', args: { path: 'answer.txt' } };

const runOf = async (verifiers: Parameters<typeof suiteOf>[0]['verifiers']) =>
  runSuite(await suiteOf({ verifiers }), { project: thisProject, deterministic: true });

test('gates pass or report the reason', async () => {
  const lower = await runOf({ a: worse, b: equal });
  const same = await runOf({ a: equal });
  expect(gateFailure(same, 'no-regression')).toBeNull();
  expect(gateFailure(lower, 'no-regression')).toMatch(
    /curated_vs_no_skill: pass_count_delta is -1; self_generated/,
  );
  expect(gateFailure(same, 'significant')).toBe('curated_vs_no_skill is inconclusive (holm_p 1)');
  expect(gateFailure(lower, Gate.parse('min-pass-rate=0.5'))).toBeNull();
  expect(gateFailure(lower, Gate.parse('min-pass-rate=0.8'))).toBe(
    'the pass rate of curated_skill is 0.5, below 0.8',
  );
  expect(gateFailure({ ...same, incomplete: true }, 'no-regression')).toBe('the run is incomplete');
  for (const wrong of ['min-pass-rate=2', 'min-pass-rate=x', 'perfect'])
    expect(Gate.safeParse(wrong).success).toBe(false);
});

test('a record of another tool is reported with the fields that it lacks', async () => {
  const { significance, flaky: _, by_domain: __, ...theirs } = await runOf({ a: worse, b: equal });
  expect(skillReport(SkillRun.parse(theirs)).significance).toEqual(significance);
});
