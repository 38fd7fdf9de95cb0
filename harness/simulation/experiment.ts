import * as z from 'zod';
import { median, mulberry32 } from '../statistics/statistics.ts';
import { difficulties, type Random } from './simulated-runs.ts';

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

export type About = Omit<Case, 'seeds' | 'unit' | 'value' | 'width'>;

/** Simulates so many seeds, or a part of them, the same ones each time. */
export type Experiment = (seeds: number) => Case[];

/** How often something holds, or what share of it; of what takes long in a part of the seeds. */
export function shareOf(about: About, holds: (random: Random) => boolean | number, part = 1): Experiment {
  return (all) => {
    const seeds = all * part;
    let sum = 0;
    for (const random of randoms(seeds)) sum += Number(holds(random));
    return [{ ...about, seeds, unit: 'share', value: sum / seeds, width: null }];
  };
}

/** The median of a number of commits. */
export function commitsTo(about: About, commits: (random: Random) => number, part: number): Experiment {
  return (all) => {
    const seeds = all * part;
    const value = median(Array.from(randoms(seeds), commits)) ?? 0;
    return [{ ...about, seeds, unit: 'commits', value, width: null }];
  };
}

/** Whether a case came out as it has to. */
export function isAsRequired({ value, required }: Case): boolean {
  if (required === null) return true;
  return required.bound === 'at least' ? value >= required.value : value <= required.value;
}

/** Far from the seeds that the methods themselves use. */
export function* randoms(seeds: number): Generator<Random> {
  for (let seed = 1; seed <= seeds; seed++) yield mulberry32(1_000_000 + seed);
}
