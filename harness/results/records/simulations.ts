import * as z from 'zod';

const difficulties = ['equal', 'varied', 'logit', 'tokens'] as const;
export type Difficulty = (typeof difficulties)[number];

/** What was simulated, and how often it came true. */
export const Case = z.strictObject({
  /** What comes true in so many of the seeds, or of what each of them holds; or what takes so many commits. */
  claim: z.string(),
  tasks: z.int(),
  trials: z.int(),
  /** Null where rows do not matter. */
  rows: z.int().nullable(),
  /** Null where one run of each agent is compared. */
  commits: z.int().nullable(),
  difficulty: z.enum(difficulties),
  seeds: z.int(),
  /** Of a share from 0 to 1; of commits the median over the seeds. */
  unit: z.enum(['share', 'commits']),
  value: z.number().nonnegative(),
  /** The mean width of an interval; null of all else. */
  width: z.number().min(0).max(1).nullable(),
  /** Null where the value is only told. */
  required: z
    .strictObject({ bound: z.enum(['at least', 'at most']), value: z.number().nonnegative() })
    .nullable(),
});
export type Case = z.infer<typeof Case>;

/** Whether a case came out as it has to. */
export function isAsRequired({ value, required }: Case): boolean {
  if (required === null) return true;
  return required.bound === 'at least' ? value >= required.value : value <= required.value;
}

/** How often ranks, intervals and steps are right where the truth is known, as `site/data/simulations.json` keeps it. */
export const Simulations = z.strictObject({
  schema: z.literal('contract-bench.simulations.v3'),
  /** Each case is simulated once with each of the seeds from 1 on, as far as it says. */
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
  /** What the series of a simulated page of trends are. */
  page: z.string(),
  cases: z.array(Case),
});
export type Simulations = z.infer<typeof Simulations>;
