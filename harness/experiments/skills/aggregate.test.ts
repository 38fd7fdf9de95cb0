import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SkillResult } from '../../results/records/skill-run.ts';
import { summarise, tooFewTasks } from './aggregate.ts';

const conditions = ['no_skill', 'curated_skill', 'self_generated_skill'];

function rows(passed: Record<string, boolean[]>): SkillResult[] {
  return Object.entries(passed).flatMap(([condition, outcomes]) =>
    outcomes.map((pass, index) => ({
      condition_id: condition,
      task_id: `t${index}`,
      passed: pass,
      duration_ms: index,
      attempts: 1,
      exit_code: pass ? 0 : 1,
      error_category: pass ? 'none' : 'assertion_failed',
    })),
  );
}

const tasksOf = (n: number) =>
  Array.from({ length: n }, (_, index) => ({ id: `t${index}`, domain: `d${index % 2}` }));

test('rates lie in their intervals, sums agree, and differences follow from the rates', () => {
  const outcomes = fc
    .integer({ min: 1, max: 30 })
    .chain((n) => fc.tuple(...conditions.map(() => fc.array(fc.boolean(), { minLength: n, maxLength: n }))));
  fc.assert(
    fc.property(outcomes, (lists) => {
      const passed = Object.fromEntries(conditions.map((id, index) => [id, lists[index] ?? []]));
      const n = lists[0]?.length ?? 0;
      const { aggregates, deltas, error_breakdown, significance, by_domain } = summarise(
        rows(passed),
        conditions,
        tasksOf(n),
      );
      for (const each of Object.values(aggregates)) {
        expect(each.pass_count + each.fail_count).toBe(each.sample_count);
        expect(each.confidence_95.low).toBeLessThanOrEqual(each.pass_rate);
        expect(each.confidence_95.high).toBeGreaterThanOrEqual(each.pass_rate);
        const errors = Object.values(error_breakdown[each.condition_id] ?? {}).reduce(
          (sum, count) => sum + count,
          0,
        );
        expect(errors).toBe(each.fail_count);
        const inDomains = Object.values(by_domain).reduce(
          (sum, of) => sum + (of[each.condition_id]?.pass_count ?? 0),
          0,
        );
        expect(inDomains).toBe(each.pass_count);
      }
      const curated = significance.curated_vs_no_skill;
      expect((curated?.wins ?? 0) - (curated?.losses ?? 0)).toBe(
        deltas.curated_vs_no_skill?.pass_count_delta,
      );
      expect((curated?.wins ?? 0) + (curated?.losses ?? 0) + (curated?.ties ?? 0)).toBe(n);
      expect(curated?.holm_p).toBeGreaterThanOrEqual(curated?.mcnemar_p ?? 1);
      const difference = (deltas.curated_vs_no_skill?.pass_count_delta ?? 0) / n;
      expect(curated?.difference_95.low).toBeLessThanOrEqual(difference + 1e-6);
      expect(curated?.difference_95.high).toBeGreaterThanOrEqual(difference - 1e-6);
    }),
  );
});

test('a clear effect is better, its reverse is worse, and a few tasks are inconclusive', () => {
  const all = Array(12).fill(true);
  const none = Array(12).fill(false);
  const better = summarise(
    rows({ no_skill: none, curated_skill: all, self_generated_skill: none }),
    conditions,
    tasksOf(12),
  );
  expect(better.significance.curated_vs_no_skill).toMatchObject({ verdict: 'better', normalised_gain: 1 });
  const worse = summarise(
    rows({ no_skill: all, curated_skill: none, self_generated_skill: all }),
    conditions,
    tasksOf(12),
  );
  expect(worse.significance.curated_vs_no_skill).toMatchObject({ verdict: 'worse', normalised_gain: null });
  const few = summarise(
    rows({ no_skill: none.slice(7), curated_skill: all.slice(7), self_generated_skill: none.slice(7) }),
    conditions,
    tasksOf(5),
  );
  expect(few.significance.curated_vs_no_skill).toMatchObject({ verdict: 'inconclusive', smallest_p: 0.0625 });
});

test('rates are rounded after they are subtracted', () => {
  const one = summarise(
    rows({
      no_skill: [true, false, false],
      curated_skill: [true, true, false],
      self_generated_skill: [true, true, true],
    }),
    conditions,
    tasksOf(3),
  );
  expect(one.deltas.curated_vs_no_skill?.pass_rate_delta).toBe(0.3333);
});

test('a placebo is compared with nothing, and the curated skill with it', () => {
  const withPlacebo = [...conditions, 'placebo'];
  const { significance } = summarise(
    rows({ no_skill: [false], curated_skill: [true], self_generated_skill: [true], placebo: [false] }),
    withPlacebo,
    tasksOf(1),
  );
  expect(Object.keys(significance)).toEqual([
    'curated_vs_no_skill',
    'self_generated_vs_no_skill',
    'placebo_vs_no_skill',
    'curated_vs_placebo',
  ]);
});

test('fewer than six tasks cannot show a difference, and the message has the smallest p', () => {
  expect([6, 7, 100].map(tooFewTasks)).toEqual([null, null, null]);
  expect(tooFewTasks(4)).toMatch(/^4 tasks cannot show a difference: p is at least 0\.1250/);
  expect(tooFewTasks(1)).toMatch(/^1 task cannot show a difference: p is at least 1\.0000/);
});
