import { count } from '../../platform/words/format.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import type {
  Aggregate,
  Delta,
  Significance,
  SkillResult,
  SkillRun,
  SkillUsage,
  TrialSummary,
} from '../../results/records/skill-run.ts';
import { holm, mcnemarP, newcombePaired95 } from '../../results/statistics/paired-statistics.ts';
import {
  bootstrapMean95,
  passAtK,
  passHatK,
  significant,
  wilson95,
} from '../../results/statistics/statistics.ts';

export type Summary = Pick<SkillRun, 'aggregates' | 'deltas' | 'error_breakdown'> & {
  significance: NonNullable<SkillRun['significance']>;
  flaky: NonNullable<SkillRun['flaky']>;
  by_domain: NonNullable<SkillRun['by_domain']>;
  trials: TrialSummary[];
};

/** All values computed from the rows of a run, with conditions and tasks in the order of the config. */
export function summarise(
  results: readonly SkillResult[],
  conditions: readonly string[],
  tasks: readonly { id: string; domain: string }[],
): Summary {
  const rows = new Map(conditions.map((id) => [id, results.filter((row) => row.condition_id === id)]));
  const of = (id: string) => rows.get(id) ?? [];
  const aggregates = Object.fromEntries(conditions.map((id) => [id, aggregateOf(id, of(id))]));
  const trials = conditions.flatMap((id) => tasks.flatMap((task) => trialsOf(id, task.id, of(id))));
  return {
    aggregates,
    deltas: {
      curated_vs_no_skill: deltaOf('no_skill', 'curated_skill', of),
      self_generated_vs_no_skill: deltaOf('no_skill', 'self_generated_skill', of),
    },
    error_breakdown: Object.fromEntries(conditions.map((id) => [id, errorsOf(of(id))])),
    significance: significanceOf(
      comparisonsOf(conditions),
      tasks.map(({ id }) => id),
      of,
    ),
    flaky: trials
      .filter(({ passes, trials: all }) => passes > 0 && passes < all)
      .map(({ condition_id, task_id }) => ({ condition_id, task_id })),
    by_domain: byDomain(tasks, conditions, of),
    trials: trials.filter((each) => each.trials > 1),
  };
}

type Rows = (condition: string) => readonly SkillResult[];

function passes(rows: readonly SkillResult[]): number {
  return rows.filter(({ passed }) => passed).length;
}

function aggregateOf(id: string, rows: readonly SkillResult[]): Aggregate {
  const passed = passes(rows);
  const [low, high] = rows.length === 0 ? [0, 0] : wilson95(passed, rows.length);
  return {
    condition_id: id,
    sample_count: rows.length,
    pass_count: passed,
    fail_count: rows.length - passed,
    pass_rate: rounded(rateOf(rows), 4),
    avg_duration_ms: rounded(averageDuration(rows), 3),
    confidence_95: { method: 'wilson', low: rounded(low, 4), high: rounded(high, 4) },
  };
}

function deltaOf(baseline: string, target: string, of: Rows): Delta {
  const [before, after] = [of(baseline), of(target)];
  return {
    baseline_condition_id: baseline,
    target_condition_id: target,
    sample_count: Math.min(before.length, after.length),
    pass_count_delta: passes(after) - passes(before),
    pass_rate_delta: rounded(rateOf(after) - rateOf(before), 4),
    avg_duration_ms_delta: rounded(
      rounded(averageDuration(after), 3) - rounded(averageDuration(before), 3),
      3,
    ),
  };
}

function errorsOf(rows: readonly SkillResult[]): Record<string, number> {
  const failed = rows.filter(({ passed }) => !passed).map(({ error_category: category }) => category);
  return Object.fromEntries(
    [...new Set(failed)]
      .sort()
      .map((category) => [category, failed.filter((each) => each === category).length]),
  );
}

/** Every other condition against `no_skill`, and the curated one against a placebo. */
function comparisonsOf(conditions: readonly string[]): { key: string; baseline: string; target: string }[] {
  const named: Record<string, string> = {
    curated_skill: 'curated_vs_no_skill',
    self_generated_skill: 'self_generated_vs_no_skill',
  };
  const first = ['curated_skill', 'self_generated_skill'].filter((id) => conditions.includes(id));
  const others = conditions.filter((id) => id !== 'no_skill' && !first.includes(id));
  return [
    ...[...first, ...others].map((id) => ({
      key: ownOf(named, id) ?? `${id}_vs_no_skill`,
      baseline: 'no_skill',
      target: id,
    })),
    ...(conditions.includes('placebo')
      ? [{ key: 'curated_vs_placebo', baseline: 'placebo', target: 'curated_skill' }]
      : []),
  ];
}

/** Tasks are paired; with several trials, a condition wins a task if it passes the task more often. */
function significanceOf(
  comparisons: ReturnType<typeof comparisonsOf>,
  tasks: readonly string[],
  of: Rows,
): Record<string, Significance> {
  const compared = comparisons.map(({ key, baseline, target }) => {
    const pairs = tasks.flatMap((task) => {
      const before = of(baseline).filter(({ task_id }) => task_id === task);
      const after = of(target).filter(({ task_id }) => task_id === task);
      return before.length === 0 || after.length === 0
        ? []
        : [
            {
              before: rateOf(before),
              after: rateOf(after),
              single: before.length === 1 && after.length === 1,
            },
          ];
    });
    const wins = pairs.filter(({ before, after }) => after > before).length;
    const losses = pairs.filter(({ before, after }) => after < before).length;
    return { key, baseline, target, pairs, wins, losses, p: mcnemarP(wins, losses) };
  });
  const adjusted = holm(compared.map(({ p }) => p));
  return Object.fromEntries(
    compared.map(({ key, baseline, target, pairs, wins, losses, p }, index) => {
      const holmP = adjusted[index] ?? 1;
      const before = rateOf(of(baseline));
      const single = pairs.every((pair) => pair.single);
      const both = pairs.filter((pair) => pair.before === 1 && pair.after === 1).length;
      const neither = pairs.length - wins - losses - both;
      const [low, high] = single
        ? newcombePaired95({ both, wins, losses, neither })
        : bootstrapMean95(pairs.map((pair) => pair.after - pair.before));
      const verdict = holmP >= significant ? 'inconclusive' : wins > losses ? 'better' : 'worse';
      const value: Significance = {
        baseline_condition_id: baseline,
        target_condition_id: target,
        wins,
        losses,
        ties: pairs.length - wins - losses,
        mcnemar_p: rounded(p, 6),
        holm_p: rounded(holmP, 6),
        difference_95: {
          method: single ? 'newcombe' : 'bootstrap',
          low: rounded(low, 6),
          high: rounded(high, 6),
        },
        smallest_p: smallestP(pairs.length),
        normalised_gain: before === 1 ? null : rounded((rateOf(of(target)) - before) / (1 - before), 6),
        verdict,
      };
      return [key, value];
    }),
  );
}

function byDomain(
  tasks: readonly { id: string; domain: string }[],
  conditions: readonly string[],
  of: Rows,
): Summary['by_domain'] {
  const domains = Map.groupBy(tasks, ({ domain }) => domain);
  return Object.fromEntries(
    [...domains].map(([domain, ofDomain]) => {
      const ids = new Set(ofDomain.map(({ id }) => id));
      const counted = conditions.map((id) => {
        const rows = of(id).filter(({ task_id }) => ids.has(task_id));
        const value = {
          sample_count: rows.length,
          pass_count: passes(rows),
          pass_rate: rounded(rateOf(rows), 4),
        };
        return [id, value] as const;
      });
      return [domain, Object.fromEntries(counted)];
    }),
  );
}

function trialsOf(condition: string, task: string, rows: readonly SkillResult[]): TrialSummary[] {
  const ofTask = rows.filter(({ task_id }) => task_id === task);
  if (ofTask.length === 0) return [];
  const [n, c] = [ofTask.length, passes(ofTask)];
  const byK = (chance: (n: number, c: number, k: number) => number) =>
    Object.fromEntries(Array.from({ length: n }, (_, k) => [String(k + 1), rounded(chance(n, c, k + 1), 6)]));
  return [
    {
      condition_id: condition,
      task_id: task,
      trials: n,
      passes: c,
      pass_at_k: byK(passAtK),
      pass_hat_k: byK(passHatK),
    },
  ];
}

function rateOf(rows: readonly SkillResult[]): number {
  return rows.length === 0 ? 0 : passes(rows) / rows.length;
}

function averageDuration(rows: readonly SkillResult[]): number {
  return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row.duration_ms, 0) / rows.length;
}

function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  // Never -0, which is written as 0 and would be read back as another value.
  return Math.round(value * scale) / scale || 0;
}

/** The smallest p that this many paired tasks can reach: all of them differ, in one direction. 6 decimals. */
function smallestP(tasks: number): number {
  return rounded(mcnemarP(tasks, 0), 6);
}

/** A message if this many tasks cannot show a difference, with the required number; null if they can. */
export function tooFewTasks(tasks: number): string | null {
  if (smallestP(tasks) < 0.05) return null;
  return `${count(tasks, 'task')} cannot show a difference: p is at least ${smallestP(tasks).toFixed(4)} and must be below 0.05; use at least 6 tasks`;
}

export const noTokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** A value that is unknown for one attempt is unknown for the sum. */
export function sumOfUsage(usages: readonly SkillUsage[]): SkillUsage {
  return usages.reduce(
    (sum, each) => ({
      requests: sum.requests + each.requests,
      tokens: sum.tokens && each.tokens && addedTokens(sum.tokens, each.tokens),
      usd: sum.usd === null || each.usd === null ? null : sum.usd + each.usd,
      ...(sum.at_least || each.at_least ? { at_least: true as const } : {}),
    }),
    { requests: 0, tokens: noTokens, usd: 0 },
  );
}

function addedTokens(one: typeof noTokens, other: typeof noTokens): typeof noTokens {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  };
}
