import type { Case } from '../../results/records/simulations.ts';
import { median, mulberry32 } from '../../results/statistics/statistics.ts';
import type { Random } from './simulated-runs.ts';

export type About = Omit<Case, 'seeds' | 'unit' | 'value' | 'width'>;

/** Simulates this many seeds, or a part of them, the same seeds each time. */
export type Experiment = (seeds: number) => Case[];

/** How often something holds, or its share; slow experiments use a part of the seeds. */
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

/** Far from the seeds of the methods themselves. */
export function* randoms(seeds: number): Generator<Random> {
  for (let seed = 1; seed <= seeds; seed++) yield mulberry32(1_000_000 + seed);
}
