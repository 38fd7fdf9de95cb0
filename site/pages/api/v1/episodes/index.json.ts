import { statSync } from 'node:fs';
import { resultsDir } from '../../../../../harness/publish/board/settings.ts';
import { eventsFileOf } from '../../../../../harness/results/records/kept-events.ts';
import { keptRuns } from '../../../../history/episodes.ts';
import { runOf, stamp } from '../../../../history/this-build.ts';

/** Which runs have events, and what is in each file. */
export const GET = () =>
  Response.json({
    schema: 'contract-bench.episodes.v1',
    ...stamp,
    runs: keptRuns.map(({ sha, runId }) => {
      const { eventsSha256, episodes, suite } = runOf({ sha, runId });
      const { size } = statSync(eventsFileOf(resultsDir, runId));
      const path = `/api/v1/episodes/${runId}.jsonl.gz`;
      return { runId, sha, suite, path, bytes: size, eventsSha256, episodes: episodes.length };
    }),
  });
