import { digest, sha256 } from '../../harness/platform/digest.ts';
import { exampleRun } from '../../harness/results/examples/example-run.ts';
import type { ResultsFile, Run } from '../../harness/results/records/result.ts';
import { mulberry32 } from '../../harness/results/statistics/statistics.ts';
import { boardContenders } from './board.ts';
import { type Contender, contenders } from './contenders.ts';
import { syntheticEpisode } from './synthetic-episode.ts';

export type SyntheticScale = {
  commits: number;
  taskIds: readonly string[];
  /** At most as many as there are contenders, who take turns. */
  runsPerCommit: number;
  /** Agents of the board; none is played with 0. */
  rows: number;
  /** Of each task of the board. */
  trials: number;
  seed: number;
};

const yearMs = 365 * 24 * 3600 * 1000;
const endMs = Date.UTC(2026, 0, 1);

/** A board is played at every release; there are so many in a history. */
const releases = 4;

/**
 * An invented year of results, oldest commit first: a regression and its recovery, a server that gets slower, drift,
 * errors, and now and then an incomplete run, a changed checkout and a commit without a date. At each release a board
 * is played too, of floor, ceiling and `rows` agents; from the second half on by the next edition of its suite.
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
      runs: [...gateRuns(index, scale), ...(isRelease(index, scale) ? boardRuns(index, scale) : [])],
    };
    parent = sha;
  }
}

function gateRuns(commit: number, scale: SyntheticScale): Run[] {
  return Array.from({ length: scale.runsPerCommit }, (_, place) => {
    const number = commit * scale.runsPerCommit + place;
    const contender = contenders[number % contenders.length] ?? contenders[0];
    const ended = { complete: number % 29 !== 11, gitDirty: number % 37 === 5 };
    const of = { suite: 'example-suite', edition: 1, trials: 1, ...ended };
    return syntheticRun({ contender, commit, place, number, ...of }, scale);
  });
}

/** The last commit is one. */
function isRelease(commit: number, { commits, rows }: SyntheticScale): boolean {
  return rows > 0 && (commits - 1 - commit) % Math.ceil(commits / releases) === 0;
}

function boardRuns(commit: number, scale: SyntheticScale): Run[] {
  const edition = commit < scale.commits / 2 ? 1 : 2;
  return boardContenders(scale.rows).map((contender, at) => {
    const place = scale.runsPerCommit + at;
    const of = { suite: 'example-board', edition, trials: scale.trials, complete: true, gitDirty: false };
    return syntheticRun({ contender, commit, place, number: 1e6 + commit * 1000 + place, ...of }, scale);
  });
}

type RunOf = {
  contender: Contender;
  commit: number;
  /** Among the runs of its commit. */
  place: number;
  /** No two runs of a history have the same. */
  number: number;
  suite: string;
  edition: number;
  trials: number;
  complete: boolean;
  gitDirty: boolean;
};

function syntheticRun(
  { contender, commit, place, number, suite, edition, trials, complete, gitDirty }: RunOf,
  scale: SyntheticScale,
): Run {
  const { commits, taskIds, seed } = scale;
  const random = mulberry32((seed * 1_000_003 + number) >>> 0);
  const startedAt = dateOf(commit, scale, (place + 1) * 60_000);
  const runId = `${startedAt.replace(/\.\d+|[:-]/g, '')}-demo-${place}`;
  const progress = commit / commits;
  const regressed = commit >= Math.floor(commits * 0.55) && commit < Math.ceil(commits * 0.63);
  const played = complete ? taskIds.length : Math.ceil(taskIds.length / 2);
  const all = taskIds.flatMap((taskId, taskIndex) =>
    Array.from({ length: trials }, (_, trial) =>
      syntheticEpisode({
        contender,
        taskId,
        taskIndex,
        trial: trial + 1,
        runId,
        progress,
        regressed,
        random,
      }),
    ),
  );
  const episodes = all.slice(0, played * trials);
  const { kind, adapter, model, server, price, door } = contender;
  return exampleRun({
    runId,
    suite,
    complete,
    startedAt,
    durationMs: Math.round(episodes.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    artifactsSha256: complete ? sha256(runId) : null,
    episodes,
    config: {
      ...{ kind, adapter, model, server, price, edition, trials },
      agent: { id: adapter, version: '0.1.0', door, confined: null },
      transcriptsSha256: kind === 'replay' ? sha256('transcripts') : null,
      tasksSha256: digest([...new Map(all.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))]),
    },
    environment: { gitDirty },
  });
}

function dateOf(commit: number, { commits }: SyntheticScale, laterMs = 0): string {
  // Whole seconds, as git has them.
  const ms = endMs - yearMs + Math.floor(((yearMs / commits) * commit) / 1000) * 1000;
  return new Date(ms + laterMs).toISOString();
}
