import type { Series } from '../../results/statistics/steps.ts';
import { normal, type Random } from './simulated-runs.ts';

export const pageWords =
  'A row of a page has a score (the rows in turn are of 0.98, 0.9, 0.8 and 0.5, each episode by itself) and four other series: durations, tool calls, sizes and costs, ' +
  'log-normal with a standard deviation of 0.15, correlated with the commit before by rho (AR(1)) and not with each other, tool calls to the next half, ' +
  'and one commit in fifty three times as much.';

const chances = [0.98, 0.9, 0.8, 0.5];

export type Page = {
  rows: number;
  tasks: number;
  commits: number;
  /** The correlation of what is no score with the commit before. */
  rho: number;
};

/** The scores of the rows, then all else; from commit `from` on the first row has the second of two chances. */
export function simulatedPage(
  random: Random,
  { rows, tasks, commits, rho }: Page,
  fall?: { before: number; after: number; from: number },
): Series[] {
  const scores = Array.from({ length: rows }, (_, row) => ({
    counts: Array.from({ length: commits }, (__, commit) => {
      const usual = chances[row % chances.length] ?? 0;
      const chance = row > 0 || !fall ? usual : commit < fall.from ? fall.before : fall.after;
      return { passed: passedOf(random, tasks, chance), total: tasks };
    }),
  }));
  const others = Array.from({ length: 4 * rows }, (_, index) => {
    const values = correlated(random, commits, rho);
    return { values: index % 4 === 1 ? values.map((value) => Math.round(value * 10) / 2) : values };
  });
  return [...scores, ...others];
}

function passedOf(random: Random, tasks: number, chance: number): number {
  let passed = 0;
  for (let task = 0; task < tasks; task++) if (random() < chance) passed++;
  return passed;
}

function correlated(random: Random, commits: number, rho: number): number[] {
  let level = normal(random);
  return Array.from({ length: commits }, () => {
    const value = Math.exp(0.15 * level) * (random() < 0.02 ? 3 : 1);
    level = rho * level + Math.sqrt(1 - rho * rho) * normal(random);
    return value;
  });
}
