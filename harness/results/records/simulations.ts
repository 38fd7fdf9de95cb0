import * as z from 'zod';

const difficulties = ['equal', 'varied', 'logit', 'tokens'] as const;
export type Difficulty = (typeof difficulties)[number];

/** One simulated case, and how often its claim was true. */
export const Case = z.strictObject({
  /**
   * The claim whose share over the seeds, or over the items of each seed, is given; or the event whose delay in commits
   * is given.
   */
  claim: z.string(),
  tasks: z.int(),
  trials: z.int(),
  /** Null if the number of rows does not matter. */
  rows: z.int().nullable(),
  /** Null if one run of each agent is compared. */
  commits: z.int().nullable(),
  difficulty: z.enum(difficulties),
  seeds: z.int(),
  /** `share`: from 0 to 1. `commits`: the median over the seeds. */
  unit: z.enum(['share', 'commits']),
  value: z.number().nonnegative(),
  /** The mean width of an interval; null for other cases. */
  width: z.number().min(0).max(1).nullable(),
  /** Null if the value is only reported. */
  required: z
    .strictObject({ bound: z.enum(['at least', 'at most']), value: z.number().nonnegative() })
    .nullable(),
});
export type Case = z.infer<typeof Case>;

/** Whether the value of a case meets its requirement. */
export function isAsRequired({ value, required }: Case): boolean {
  if (required === null) return true;
  return required.bound === 'at least' ? value >= required.value : value <= required.value;
}

/**
 * How often ranks, intervals and change points are right when the truth is known, as stored in
 * `site/data/simulations.json`.
 */
export const Simulations = z.strictObject({
  schema: z.literal('contract-bench.simulations.v3'),
  /** Each case is simulated once with each seed from 1 to its number of seeds. */
  seeds: z.int(),
  methods: z.strictObject({
    ranks: z.string(),
    difference: z.string(),
    these: z.string(),
    like: z.string(),
    steps: z.string(),
    servers: z.string(),
  }),
  difficulty: z.record(z.enum(difficulties), z.string()),
  /** Description of the series on a simulated page of trends. */
  page: z.string(),
  cases: z.array(Case),
});
export type Simulations = z.infer<typeof Simulations>;
