import { digest, sha256 } from '../../harness/digest/digest.ts';
import { exampleRun } from '../../harness/examples/example-run.ts';
import type { ResultsFile, Run } from '../../harness/result/result.ts';
import { mulberry32 } from '../../harness/statistics/statistics.ts';
import { contenders } from './contenders.ts';
import { syntheticEpisode } from './synthetic-episode.ts';

export type SyntheticScale = {
  commits: number;
  taskIds: readonly string[];
  /** At most as many as there are contenders, who take turns. */
  runsPerCommit: number;
  seed: number;
};

const yearMs = 365 * 24 * 3600 * 1000;
const endMs = Date.UTC(2026, 0, 1);

/**
 * An invented year of results, oldest commit first: a regression and its recovery, a server that gets slower, drift,
 * errors, and now and then an incomplete run, a changed checkout and a commit without a date.
 */
export function* syntheticHistory(scale: SyntheticScale): Generator<ResultsFile> {
  let parent: string | null = null;
  for (let index = 0; index < scale.commits; index++) {
    const sha = sha256(`commit ${index} of seed ${scale.seed}`).slice(0, 40);
    yield {
      schema: 'contract-bench.results.v2',
      sha,
      commit: {
        date: index % 97 === 50 ? null : dateOf(index, scale),
        parents: parent === null ? [] : [parent],
        subject: `Example change ${index + 1}`,
      },
      runs: Array.from({ length: scale.runsPerCommit }, (_, run) => syntheticRun(index, run, scale)),
    };
    parent = sha;
  }
}

function syntheticRun(commit: number, place: number, scale: SyntheticScale): Run {
  const { commits, taskIds, runsPerCommit, seed } = scale;
  const number = commit * runsPerCommit + place;
  const contender = contenders[number % contenders.length] ?? contenders[0];
  const random = mulberry32((seed * 1_000_003 + number) >>> 0);
  const startedAt = dateOf(commit, scale, (place + 1) * 60_000);
  const runId = `${startedAt.replace(/\.\d+|[:-]/g, '')}-demo-${place}`;
  const complete = number % 29 !== 11;
  const progress = commit / commits;
  const regressed = commit >= Math.floor(commits * 0.55) && commit < Math.ceil(commits * 0.63);
  const played = complete ? taskIds.length : Math.ceil(taskIds.length / 2);
  const all = taskIds.map((taskId, taskIndex) =>
    syntheticEpisode({ contender, taskId, taskIndex, runId, progress, regressed, random }),
  );
  const episodes = all.slice(0, played);
  const { kind, adapter, model, server } = contender;
  return exampleRun({
    runId,
    suite: 'example-suite',
    complete,
    startedAt,
    durationMs: Math.round(episodes.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    artifactsSha256: complete ? sha256(runId) : null,
    episodes,
    config: {
      ...{ kind, adapter, model, server },
      tasksSha256: digest(all.map(({ taskId, taskSha256 }) => [taskId, taskSha256])),
    },
    environment: { gitDirty: number % 37 === 5 },
  });
}

function dateOf(commit: number, { commits }: SyntheticScale, laterMs = 0): string {
  // Whole seconds, as git has them.
  const ms = endMs - yearMs + Math.floor(((yearMs / commits) * commit) / 1000) * 1000;
  return new Date(ms + laterMs).toISOString();
}
