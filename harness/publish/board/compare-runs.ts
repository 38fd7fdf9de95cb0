import { fixed, formatPercent } from '../../platform/words/format.ts';
import { durationMs } from '../../results/measures/duration-ms.ts';
import { type Measure, measures } from '../../results/measures/index.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { contenderOf, isOfAgent, outcomesOf } from '../../results/records/run-facts.ts';
import { busyByRecord } from '../../results/standings/machine-times.ts';
import {
  differenceInterval,
  type Relation,
  relationOf,
  relationWords,
} from '../../results/standings/relation.ts';
import { compared, plural, shortSha, visible } from './format.ts';

/** A run and the commit that it measured. */
export type RunAt = { sha: string; run: Run };

type PairRow = { taskId: string; change: 'better' | 'worse' | 'same' | 'other'; cells: string[] };

/** Two runs side by side, as texts, so that the page and its script show the same. */
export type Pair = {
  names: [string, string];
  comparable: boolean;
  /** Sentences about the comparison; the first says whether the runs are comparable. */
  findings: string[];
  /** How B compares with A; null if they are not comparable, or if neither is an agent or a model. */
  relation: string | null;
  columns: string[];
  rows: PairRow[];
};

const shown = measures.filter(({ leftOutOf }) => !leftOutOf.includes('comparison'));

/**
 * Compares task by task. Runs with different comparability keys are both shown, without a difference. `ofTable`: the
 * leaderboard's relation of B to A, if both are rows of one table.
 */
export function compareRuns(a: RunAt, b: RunAt, ofTable: string | null = null): Pair {
  const sameKey = a.run.config.comparabilityKey === b.run.config.comparabilityKey;
  const comparable = sameKey && a.run.complete && b.run.complete;
  const ofA = Map.groupBy(a.run.episodes, ({ taskId }) => taskId);
  const ofB = Map.groupBy(b.run.episodes, ({ taskId }) => taskId);
  const taskIds = [...new Set([...ofA.keys(), ...ofB.keys()])].sort();
  return {
    names: [nameOf(a), nameOf(b)],
    comparable,
    findings: comparable ? findingsOf(a.run, b.run, ofTable) : notComparable(a.run, b.run),
    relation:
      comparable && isOfAgent(a.run.config.kind) ? relationWords(relationBetween(a.run, b.run)) : null,
    columns: ['Task', 'A', 'B', 'Change', ...shown.map(({ title }) => `${title} A, B`)],
    rows: taskIds
      .map((taskId) => rowOf(taskId, ofA.get(taskId) ?? [], ofB.get(taskId) ?? [], comparable))
      .sort((left, right) => placeOf(left) - placeOf(right)),
  };
}

function nameOf({ sha, run }: RunAt): string {
  return `${run.suite}: ${compared(contenderOf(run.config))} at ${shortSha(sha)}, run ${run.runId}`;
}

function notComparable(a: Run, b: Run): string[] {
  if (!a.complete || !b.complete)
    return ['Not comparable: a run is incomplete. Both are shown without a difference.'];
  const differs = (
    [
      ['suite', a.suite, b.suite],
      ['tasks', a.config.tasksSha256, b.config.tasksSha256],
      ['pages', a.config.webSha256, b.config.webSha256],
      ['web', a.config.web, b.config.web],
      ['trials', a.config.trials, b.config.trials],
      ['limits', JSON.stringify(a.config.limits), JSON.stringify(b.config.limits)],
      ['judge', a.config.judge, b.config.judge],
      ['kind', a.config.kind, b.config.kind],
      ['number of episodes', a.episodes.length, b.episodes.length],
    ] as const
  ).flatMap(([name, left, right]) => (left === right ? [] : [name]));
  return [
    `Not comparable: ${differs.length === 0 ? 'their comparability keys differ' : `other ${differs.join(', ')}`}. Both are shown without a difference.`,
  ];
}

function findingsOf(a: Run, b: Run, ofTable: string | null): string[] {
  const relation = relationBetween(a, b);
  const { wins, losses, ties } = relation;
  const [low, high] = differenceInterval(outcomesOf(b), outcomesOf(a), relation);
  const passed = `A passed ${score(a)}, B passed ${score(b)}. B passed ${plural(wins, 'task')} more often, ${losses} less often, ${ties} as often`;
  const duration = (run: Run) => durationMs.lines(run.episodes)[0]?.text ?? 'not measured';
  return [
    ...(a.config.kind === 'replay'
      ? [
          `${passed}. ${
            a.config.transcriptsSha256 === b.config.transcriptsSha256
              ? 'Both replayed the same calls, so a different outcome is not due to randomness of an agent.'
              : 'The recordings differ, so the calls of a task can differ too.'
          }`,
        ]
      : !isOfAgent(a.config.kind)
        ? [`${passed}. Neither is an agent, so they get no significance test.`]
        : [
            `${passed}: it is ${relationWords(relation)}.`,
            ...(ofTable === null ? [] : [`In their leaderboard table, B is ${ofTable}.`]),
            `On these tasks the difference B − A lies between ${points(low)} and ${points(high)} (95 %).`,
          ]),
    `Median duration ${duration(a)} and ${duration(b)}; reported, not tested${sameCircumstances(a, b) ? '' : ': other machine or workers, or contended'}.`,
  ];
}

function relationBetween(a: Run, b: Run): Relation {
  return relationOf(outcomesOf(b), outcomesOf(a));
}

function sameCircumstances(a: Run, b: Run): boolean {
  const alone = [a, b].every((run) => busyByRecord(run).length === 0);
  return alone && a.environment.cpu === b.environment.cpu && a.config.workers === b.config.workers;
}

function score({ totals: { score } }: Run): string {
  return `${score.passed} / ${score.total} (${formatPercent(score.rate)})`;
}

function points(share: number): string {
  return `${share < 0 ? '−' : '+'}${fixed(Math.abs(share * 100), 1)} points`;
}

function rowOf(taskId: string, a: readonly Result[], b: readonly Result[], comparable: boolean): PairRow {
  const passed = (trials: readonly Result[]) => trials.filter(({ success }) => success).length;
  const difference = a.length > 0 && b.length > 0 ? passed(b) / b.length - passed(a) / a.length : null;
  const change = !comparable || difference === null ? 'other' : named(difference);
  const words = { better: 'better in B', worse: 'worse in B', same: 'same', other: 'not compared' };
  return {
    taskId,
    change,
    cells: [
      visible(taskId),
      outcome(a),
      outcome(b),
      words[change],
      ...shown.map((measure) => `${textOf(measure, a)}, ${textOf(measure, b)}`),
    ],
  };
}

/** Changed tasks come first; sorting is stable. */
function placeOf({ change }: PairRow): number {
  return ['worse', 'better', 'other', 'same'].indexOf(change);
}

function named(difference: number): 'better' | 'worse' | 'same' {
  if (difference === 0) return 'same';
  return difference > 0 ? 'better' : 'worse';
}

function outcome(trials: readonly Result[]): string {
  const [first] = trials;
  if (!first) return 'not played';
  const passes = trials.filter(({ success }) => success).length;
  const what =
    trials.length === 1 ? first.status.replaceAll('_', ' ') : `${passes} of ${trials.length} passed`;
  const clause = trials.find(({ failedPostcondition }) => failedPostcondition)?.failedPostcondition?.name;
  return clause === undefined ? what : `${what}: ${visible(clause)}`;
}

function textOf({ lines }: Measure, trials: readonly Result[]): string {
  return trials.length === 0 ? 'not played' : (lines(trials)[0]?.text ?? 'not measured');
}

type RowDifference = Pick<Relation, 'verdict' | 'p'>;

/** The parts of a group in `relations.json` that decide how two of its rows compare. */
export type DistinguishedGroup = {
  superseded: boolean;
  rows: readonly { sha: string; runId: string }[];
  pairs: number;
  triangle: readonly (readonly (RowDifference | null)[])[];
};

const turned = { better: 'worse', worse: 'better', 'not apart': 'not apart' } as const;

/**
 * The leaderboard's relation of B to A, adjusted over all pairs of their table. Null unless both are the newest runs of two
 * rows of one table. Null too if the table has no other pair, because then it repeats the comparison of the two.
 */
export function tableWords(groups: readonly DistinguishedGroup[], a: RunAt, b: RunAt): string | null {
  for (const { superseded, rows, pairs, triangle } of groups) {
    const [ofA = -1, ofB = -1] = [a, b].map(({ sha, run }) =>
      rows.findIndex((row) => row.sha === sha && row.runId === run.runId),
    );
    if (superseded || pairs < 2 || ofA < 0 || ofB < 0 || ofA === ofB) continue;
    const found = triangle[Math.min(ofA, ofB)]?.[Math.abs(ofA - ofB) - 1];
    if (!found) continue;
    return relationWords({ ...found, pairs, verdict: ofB < ofA ? found.verdict : turned[found.verdict] });
  }
  return null;
}
