import { statSync } from 'node:fs';
import { episodeCommandText } from '../../../../../harness/publish/board/run-command.ts';
import { commandWords, resultsDir } from '../../../../../harness/publish/board/settings.ts';
import { isOfCustom } from '../../../../../harness/results/records/custom-id.ts';
import { eventsFileOf } from '../../../../../harness/results/records/kept-events.ts';
import { keptRuns, passingRuns } from '../../../../history/episodes.ts';
import { runOf, stamp, suites } from '../../../../history/this-build.ts';

/** The runs with stored events, and the content of each file. */
export const GET = () =>
  Response.json({
    schema: 'contract-bench.episodes.v1',
    ...stamp,
    runs: keptRuns.map(({ sha, runId }) => {
      const run = runOf({ sha, runId });
      const { eventsSha256, episodes, suite } = run;
      const again = isOfCustom(run.config)
        ? null
        : episodeCommandText(commandWords, run, suites.get(run.suite));
      const { size } = statSync(eventsFileOf(resultsDir, runId));
      const path = `/api/v1/episodes/${runId}.jsonl.gz`;
      const file = { path, bytes: size, eventsSha256, episodes: episodes.length };
      return { runId, sha, suite, ...file, again, passing: passingRuns.get(runId) ?? null };
    }),
  });
