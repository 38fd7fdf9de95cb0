import { findSteps, type Series } from '../../results/statistics/steps.ts';
import { commitsTo, type Experiment, shareOf } from './experiment.ts';
import type { Random } from './simulated-runs.ts';
import { normal } from './simulated-runs.ts';

const difficulty = 'equal';

/** 5 %, and twice the standard error of a thousand pages. */
const asRare = { bound: 'at most', value: 0.064 } as const;

export function pageExperiments(): Experiment[] {
  return [...unchangedPages(), tellingFall(), besidesFall()];
}

/** A thousand of two thousand seeds. */
const half = 0.5;

function unchangedPages(): Experiment[] {
  const pages = [0, 0.4].flatMap((rho) =>
    [3, 12].flatMap((rows) => [40, 200].map((commits) => ({ rho, rows, commits, required: asRare }))),
  );
  // What is more correlated than was asked for is told too.
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

/** Of the score of one of twelve rows, after so many commits. */
const fall = { before: 1, after: 0.8, from: 40 };
const longest = 20;
const fallen: Page = { rows: 12, tasks: 10, commits: fall.from + longest, rho: 0.4 };
const about = { rows: 12, tasks: 10, trials: 1, difficulty } as const;

/** Two hundred of two thousand seeds. */
const tenth = 0.1;

function tellingFall(): Experiment {
  const claim = 'commits until a fall of one row from 1.0 to 0.8 is told, median';
  const required = { bound: 'at most', value: 4 } as const;
  return commitsTo({ claim, ...about, commits: fall.from, required }, commitsToTell, tenth);
}

/** At each commit the page is made anew of what there is; 20 where it is not told by then. */
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
  const claim = 'where one row falls from 1.0 to 0.8 something else is told too';
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
