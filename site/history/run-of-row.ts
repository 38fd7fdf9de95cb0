import type { ResultsFile, Run } from '../../harness/results/records/result.ts';

type Place = { sha: string; runId: string };

/** Reads the run that a row or a point of its history names. */
export function runOfRowIn(resultsOf: (sha: string) => ResultsFile): (place: Place) => Run {
  return ({ sha, runId }) => {
    const run = resultsOf(sha).runs.find((each) => each.runId === runId);
    if (!run) throw new Error(`results/${sha}.json has lost its run ${runId} during the build`);
    return run;
  };
}
