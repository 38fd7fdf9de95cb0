import type { ResultsFile, Run } from '../../results/records/result.ts';
import { differences, nameClause, show } from '../../results/verify/differences.ts';
import { contradictionsOf, type GateFailure } from './judge-gate.ts';

/** One results file that is not the same in both; null where it is not there. */
export type ChangedFile = {
  file: string;
  base: ResultsFile | null;
  now: ResultsFile | null;
  /** As it was where the branch left the base; null where it was not there, or that is not known. */
  fork: ResultsFile | null;
  /** Whether it is known where the branch left the base. */
  forkKnown: boolean;
};

/**
 * The runs of the base that were changed or are gone, and new ones that do not agree with themselves. A run that the
 * base got after the branch had left it does not count as gone.
 */
export function keptRunsFailures({ file, base, now, fork, forkKnown }: ChangedFile): GateFailure[] {
  const found = new Map(now?.runs.map((run) => [run.runId, run]));
  const before = new Map(base?.runs.map((run) => [run.runId, run]));
  const here = new Set(fork?.runs.map(({ runId }) => runId));
  const kept = [...before.values()].flatMap((run) => {
    const other = found.get(run.runId);
    if (other) return changedRun(file, run, other);
    return forkKnown && !here.has(run.runId) ? [] : [goneRun(file, run)];
  });
  const { commit } = base ?? {};
  const head = commit && now ? differences(now.commit, commit, 'commit') : [];
  const fresh = [...found.values()].filter(({ runId }) => !before.has(runId));
  return [
    ...kept,
    ...head.map(({ at, found: is, wanted }) => ({
      file,
      task: null,
      title: 'results of the base were changed',
      what: `${at}: ${show(is)}, the base has ${show(wanted)}`,
    })),
    ...fresh.flatMap((run) => contradictionsOf({ file, run })),
  ];
}

function goneRun(file: string, { runId, suite }: Run): GateFailure {
  const what = `run ${runId} (${suite}) is gone; the base has it`;
  return { file, task: null, title: `run ${runId} is gone`, what };
}

/** The first of the differences stand for all. */
const shown = 5;

function changedRun(file: string, wanted: Run, found: Run): GateFailure[] {
  const all = differences(found, wanted);
  return all.slice(0, shown).map((each, index) => {
    const { task, at } = placeOf(each.at, wanted);
    const more = index === shown - 1 && all.length > shown ? ` (and ${all.length - shown} more)` : '';
    return {
      file,
      task,
      title: `run ${wanted.runId} was changed`,
      what: `run ${wanted.runId}: ${at}: ${show(each.found)}, the base has ${show(each.wanted)}${more}`,
    };
  });
}

/** `episodes[2].verdict.clauses[1].outcome` by the names of task and clause. */
function placeOf(at: string, { episodes }: Run): { task: string | null; at: string } {
  const [, index, rest = ''] = /^episodes\[(\d+)\]\.?(.*)$/.exec(at) ?? [];
  const result = index === undefined ? undefined : episodes[Number(index)];
  if (!result) return { task: null, at };
  return { task: result.taskId, at: `${result.taskId}: ${nameClause(rest, result.verdict)}` };
}
