import type { ResultsFile } from './result.ts';
import { byStart } from './run-facts.ts';

type Merged = {
  merged: ResultsFile;
  /** Runs that only `ours` has. */
  added: string[];
  /** Runs that both files have, with different content. */
  conflicts: string[];
};

/**
 * Merges two results files of one commit; each run appears once. The fuller description of the commit is kept, because
 * a shallow clone lacks its parents.
 */
export function mergeResultsFiles(theirs: ResultsFile, ours: ResultsFile): Merged {
  const known = new Map(theirs.runs.map((run) => [run.runId, run]));
  const added = ours.runs.filter(({ runId }) => !known.has(runId));
  const conflicts = ours.runs.filter((run) => {
    const other = known.get(run.runId);
    return other !== undefined && JSON.stringify(other) !== JSON.stringify(run);
  });
  return {
    merged: {
      ...theirs,
      commit: fuller(theirs.commit, ours.commit),
      runs: [...theirs.runs, ...added].sort(byStart),
    },
    added: added.map(({ runId }) => runId),
    conflicts: conflicts.map(({ runId }) => runId),
  };
}

function fuller(a: ResultsFile['commit'], b: ResultsFile['commit']): ResultsFile['commit'] {
  const subject = a.subject ?? b.subject;
  return {
    date: a.date ?? b.date,
    parents: a.parents.length >= b.parents.length ? a.parents : b.parents,
    ...(subject === undefined ? {} : { subject }),
  };
}
