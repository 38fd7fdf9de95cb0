import { findSteps, type Series } from '../../results/statistics/steps.ts';
import { commitsTo, type Experiment, shareOf } from './experiment.ts';
import type { Random } from './simulated-runs.ts';
import { normal } from './simulated-runs.ts';

const difficulty = 'equal';

/** 5 %, plus twice the standard error of a thousand pages. */
const asRare = { bound: 'at most', value: 0.064 } as const;

export function pageExperiments(): Experiment[] {
  return [...unchangedPages(), tellingFall(), besidesFall()];
}

/** 1,000 of 2,000 seeds. */
const half = 0.5;

function unchangedPages(): Experiment[] {
  const pages = [0, 0.4].flatMap((rho) =>
    [3, 12].flatMap((rows) => [40, 200].map((commits) => ({ rho, rows, commits, required: asRare }))),
  );
  // A higher correlation than required is reported too.
  const more = [40, 200].map((commits) => ({ rho: 0.6, rows: 3, commits, required: null }));
  return [...pages, ...more].map(({ rho, required, ...size }) => {
    const page = { ...size, tasks: 10, rho };
    const claim = `a page on which nothing changes shows a step, rho ${rho}`;
    return shareOf(
      { claim, ...size, tasks: 10, trials: 1, difficulty, required },
      (random) => findSteps(simulatedPage(random, page)).some(({ length }) => length > 0),
      half,
    );
  });
}

/** A fall in the score of one of twelve rows, after this many commits. */
const fall = { before: 1, after: 0.8, from: 40 };
const longest = 20;
const fallen: Page = { rows: 12, tasks: 10, commits: fall.from + longest, rho: 0.4 };
const about = { rows: 12, tasks: 10, trials: 1, difficulty } as const;

/** 200 of 2,000 seeds. */
const tenth = 0.1;

function tellingFall(): Experiment {
  const claim = 'commits until a fall of one row from 1.0 to 0.8 is reported, median';
  const required = { bound: 'at most', value: 4 } as const;
  return commitsTo({ claim, ...about, commits: fall.from, required }, commitsToTell, tenth);
}

/** The page is recomputed at each commit; 20 if the fall is not reported by then. */
function commitsToTell(random: Random): number {
  const page = simulatedPage(random, fallen, fall);
  for (let commits = 1; commits < longest; commits++) {
    const [score] = findSteps(page.map((series) => firstOf(series, fall.from + commits)));
    if (score?.some(({ index, after, before }) => after < before && Math.abs(index - fall.from) <= 3))
      return commits;
  }
  return longest;
}

function firstOf(series: ReturnType<typeof simulatedPage>[number], commits: number) {
  return 'counts' in series
    ? { counts: series.counts.slice(0, commits) }
    : { values: series.values.slice(0, commits) };
}

function besidesFall(): Experiment {
  const claim = 'if one row falls from 1.0 to 0.8, another change is reported too';
  return shareOf(
    { claim, ...about, commits: fallen.commits, required: null },
    (random) => {
      const [score = [], ...others] = findSteps(simulatedPage(random, fallen, fall));
      return score.length > 1 || others.some(({ length }) => length > 0);
    },
    half,
  );
}

export const pageWords =
  'A row of a page has a score and four other series: durations, tool calls, sizes and costs. ' +
  'The score rates of the rows are 0.98, 0.9, 0.8 and 0.5 in turn, and episodes are independent. ' +
  'The other series are log-normal with a standard deviation of 0.15. ' +
  'Each is correlated with the previous commit by rho (AR(1)), and not with the others. ' +
  'Tool calls are rounded to the next half. At one commit in fifty, values are three times as large.';

const chances = [0.98, 0.9, 0.8, 0.5];

export type Page = {
  rows: number;
  tasks: number;
  commits: number;
  /** The correlation of every series but the scores with the previous commit. */
  rho: number;
};

/** The scores of the rows, then all other series; from commit `from` on, the first row has the second of two rates. */
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
