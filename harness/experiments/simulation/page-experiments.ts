import { findSteps } from '../../results/statistics/steps.ts';
import { commitsTo, type Experiment, shareOf } from './experiment.ts';
import { type Page, simulatedPage } from './simulated-page.ts';
import type { Random } from './simulated-runs.ts';

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
