import * as z from 'zod';
import { ModelRecord, PriceRecord, Tokens } from './run-identity.ts';

const count = z.int().nonnegative();
const rate = z.number().min(0).max(1);

/** The usage of a model; null is unknown. `at_least`: the true cost may be higher than the counted cost. */
const SkillUsage = z.strictObject({
  requests: count,
  tokens: Tokens.nullable(),
  usd: z.number().nonnegative().nullable(),
  at_least: z.literal(true).optional(),
});
export type SkillUsage = z.infer<typeof SkillUsage>;

/** SkillVault's record, key for key; our own keys come after its keys. Rates have 4 decimals, durations (ms) 3. */
const SkillResult = z.strictObject({
  condition_id: z.string(),
  task_id: z.string(),
  passed: z.boolean(),
  duration_ms: z.number().nonnegative(),
  attempts: z.int().positive(),
  exit_code: z.int().nullable(),
  error_category: z.string(),
  error_message: z.string().optional(),
  stdout_excerpt: z.string().optional(),
  stderr_excerpt: z.string().optional(),
  /** From 1; only if the suite plays several trials. */
  trial: z.int().positive().optional(),
  /** Usage over all attempts of the row; only if they used a model. */
  usage: SkillUsage.optional(),
});
export type SkillResult = z.infer<typeof SkillResult>;

const Aggregate = z.strictObject({
  condition_id: z.string(),
  sample_count: count,
  pass_count: count,
  fail_count: count,
  pass_rate: rate,
  avg_duration_ms: z.number().nonnegative(),
  confidence_95: z.strictObject({ method: z.literal('wilson'), low: rate, high: rate }),
});
export type Aggregate = z.infer<typeof Aggregate>;

const Delta = z.strictObject({
  baseline_condition_id: z.string(),
  target_condition_id: z.string(),
  sample_count: count,
  pass_count_delta: z.int(),
  pass_rate_delta: z.number().min(-1).max(1),
  avg_duration_ms_delta: z.number(),
});
export type Delta = z.infer<typeof Delta>;

/** One comparison, tasks paired; 6 decimals. */
const Significance = z.strictObject({
  baseline_condition_id: z.string(),
  target_condition_id: z.string(),
  wins: count,
  losses: count,
  ties: count,
  /** McNemar's exact two-sided p. */
  mcnemar_p: rate,
  /** Adjusted over the comparisons of the run (Holm's method). */
  holm_p: rate,
  /**
   * The 95 % interval of the difference in pass rates: Newcombe's method 10, or a bootstrap over tasks if there are
   * several trials.
   */
  difference_95: z.strictObject({
    method: z.enum(['newcombe', 'bootstrap']),
    low: z.number().min(-1).max(1),
    high: z.number().min(-1).max(1),
  }),
  /** The smallest p that a suite of this many tasks can reach. */
  smallest_p: rate,
  /** (after - before) / (1 - before); null if before is 1. */
  normalised_gain: z.number().nullable(),
  verdict: z.enum(['better', 'worse', 'inconclusive']),
});
export type Significance = z.infer<typeof Significance>;

const TrialSummary = z.strictObject({
  condition_id: z.string(),
  task_id: z.string(),
  trials: z.int().positive(),
  passes: count,
  /** By k, unbiased. */
  pass_at_k: z.record(z.string(), rate),
  pass_hat_k: z.record(z.string(), rate),
});
export type TrialSummary = z.infer<typeof TrialSummary>;

const deltaKeys = { curated_vs_no_skill: Delta.nullable(), self_generated_vs_no_skill: Delta.nullable() };

export const SkillRun = z.strictObject({
  contract_version: z.literal('0.1'),
  contract_id: z.literal('skillvault.bench.run.v1'),
  created_at: z.iso.datetime(),
  run: z.strictObject({
    /** Relative to the folder of the config, so that two copies of a suite give identical records. */
    config_path: z.string(),
    git_commit: z.string().nullable(),
    deterministic: z.boolean(),
    seed: z.int(),
    retries: count,
    metadata: z.strictObject({
      suite: z.string().optional(),
      model_label: z.string().optional(),
      environment_label: z.string().optional(),
    }),
  }),
  conditions: z.array(
    z.strictObject({ id: z.string(), bundle_path: z.string().optional(), adapter_id: z.string().optional() }),
  ),
  tasks: z.array(
    z.strictObject({
      id: z.string(),
      domain: z.string(),
      timeout_ms: z.int().positive(),
      verifier: z.strictObject({ type: z.enum(['function', 'command', 'episode']), label: z.string() }),
    }),
  ),
  results: z.array(SkillResult),
  aggregates: z.record(z.string(), Aggregate),
  deltas: z.strictObject(deltaKeys),
  error_breakdown: z.record(z.string(), z.record(z.string(), count)),
  significance: z.record(z.string(), Significance).optional(),
  /** Tasks that passed in some trials and not in others. */
  flaky: z.array(z.strictObject({ condition_id: z.string(), task_id: z.string() })).optional(),
  by_domain: z
    .record(
      z.string(),
      z.record(z.string(), z.strictObject({ sample_count: count, pass_count: count, pass_rate: rate })),
    )
    .optional(),
  trials: z.array(TrialSummary).optional(),
  provenance: z
    .strictObject({
      config_sha256: z.string(),
      bundle_sha256: z.record(z.string(), z.string().nullable()),
      git_dirty: z.boolean().nullable(),
      tool_version: z.string(),
      node: z.string(),
      os: z.string(),
    })
    .optional(),
  /** Leaks that the leak check found and `--allow-leak` accepted. */
  skill_leaks: z.array(z.string()).optional(),
  /** The model that the episodes used: its adapter, its price, and why the run is a rehearsal (null if it is not). */
  model: z
    .strictObject({
      adapter: z.string(),
      ...ModelRecord.shape,
      price: PriceRecord.nullable(),
      rehearsal: z.string().nullable(),
    })
    .optional(),
  /** Usage over all attempts, including those without a row. */
  usage: SkillUsage.optional(),
  /** The run was interrupted or stopped, so rows are missing. */
  incomplete: z.literal(true).optional(),
  /** Why the run stopped early: the budget is spent, or the API rejects requests. */
  stopped: z.string().optional(),
});
export type SkillRun = z.infer<typeof SkillRun>;

export const SkillReport = z.strictObject({
  contract_version: z.literal('0.1'),
  contract_id: z.literal('skillvault.bench.report.v1'),
  created_at: z.iso.datetime(),
  source_created_at: z.iso.datetime(),
  deterministic: z.boolean(),
  aggregates: SkillRun.shape.aggregates,
  deltas: SkillRun.shape.deltas,
  error_breakdown: SkillRun.shape.error_breakdown,
  significance: SkillRun.shape.significance,
});
export type SkillReport = z.infer<typeof SkillReport>;
