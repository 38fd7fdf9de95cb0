import * as z from 'zod';
import { mulberry32 } from '../statistics/statistics.ts';
import { difficulties, type Random } from './simulated-runs.ts';

const share = z.number().min(0).max(1);

/** What was simulated, and how often it came true. */
export const Case = z.strictObject({
  /** What comes true in so many of the seeds, or of what each of them holds. */
  claim: z.string(),
  tasks: z.int(),
  trials: z.int(),
  /** Null where rows do not matter. */
  rows: z.int().nullable(),
  /** Null where one run of each agent is compared. */
  commits: z.int().nullable(),
  difficulty: z.enum(difficulties),
  rate: share,
  /** The mean width of an interval; null of all else. */
  width: share.nullable(),
  /** Null where the rate is only told. */
  required: z.strictObject({ bound: z.enum(['at least', 'at most']), rate: share }).nullable(),
});
export type Case = z.infer<typeof Case>;

export type About = Omit<Case, 'rate' | 'width'>;

/** Simulates so many seeds, the same ones each time. */
export type Experiment = (seeds: number) => Case[];

/** How often something holds, or what share of it. */
export function shareOf(about: About, holds: (random: Random) => boolean | number): Experiment {
  return (seeds) => {
    let sum = 0;
    for (const random of randoms(seeds)) sum += Number(holds(random));
    return [{ ...about, rate: sum / seeds, width: null }];
  };
}

/** Far from the seeds that the methods themselves use. */
export function* randoms(seeds: number): Generator<Random> {
  for (let seed = 1; seed <= seeds; seed++) yield mulberry32(1_000_000 + seed);
}
