import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../harness/platform/digest.ts';
import { compared } from '../../harness/publish/board/format.ts';
import { mediaDir, resultsDir, settings } from '../../harness/publish/board/settings.ts';
import { readEvents } from '../../harness/results/records/kept-events.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { contenderOf } from '../../harness/results/records/run-facts.ts';
import { type ClauseTrack, clauseTrack, clauseWords } from '../../harness/results/story/clause-track.ts';
import { type Comparison, compareWithPass, type Pass } from '../../harness/results/story/closest-pass.ts';
import { LinesByEpisode } from '../../harness/results/story/lines-by-episode.ts';
import { type Call, callsOf, type Story, storyOf } from '../../harness/results/story/story.ts';
import { parseTranscript } from '../../harness/task/transcripts/parse-transcript.ts';
import { commitResults, runOfRow, siteHistory, stamp, taskFiles } from './this-build.ts';

/** An episode that there is a page of, and the commit it was played at. */
export type EpisodePage = { sha: string; hasPassed: boolean } & Pass;

const keptLines = openKeptLines(resultsDir);

/** Every episode whose events are kept, commit by commit from the newest, in the order of its run. */
export const episodePages: readonly EpisodePage[] = siteHistory.commits.flatMap(({ sha, runs }) => {
  if (!runs.some(({ hasEvents }) => hasEvents)) return [];
  return commitResults(sha).runs.flatMap((run) => {
    if (run.eventsSha256 === undefined) return [];
    const lines = keptLines(run);
    const { runId, config } = run;
    return run.episodes.flatMap(({ taskId, trial, taskSha256, status }) => {
      const played = { runId, taskId, trial, taskSha256, kind: config.kind, serverId: config.server.id };
      return lines.of(taskId, trial).length === 0 ? [] : [{ sha, hasPassed: status === 'passed', ...played }];
    });
  });
});

const paths = new Set(episodePages.map(pathOf));

/** The page of an episode; null where there is none, for its events are not kept. */
export function episodePath(runId: string, taskId: string, trial: number): `/${string}/` | null {
  const path = pathOf({ runId, taskId, trial });
  return paths.has(path) ? path : null;
}

export function pathOf({ runId, taskId, trial }: Pick<Pass, 'runId' | 'taskId' | 'trial'>): `/${string}/` {
  return `/episodes/${runId}/${taskId}/${trial}/`;
}

type KeptRun = Pick<Run, 'runId' | 'eventsSha256'>;

/** A run of a hundred episodes is 5 MB of lines. */
const runsInMemory = 8;

/**
 * The kept events of runs, those last asked for in memory: the pages of a run's episodes come one after the other, and
 * are compared with few others. Throws as `readEvents` does.
 */
function openKeptLines(resultsDir: string): (run: KeptRun) => LinesByEpisode {
  const recent = new Map<string, LinesByEpisode>();
  return (run) => {
    const lines = recent.get(run.runId) ?? new LinesByEpisode(readEvents(resultsDir, run) ?? '');
    recent.delete(run.runId);
    recent.set(run.runId, lines);
    const [oldest] = recent.keys();
    if (recent.size > runsInMemory && oldest !== undefined) recent.delete(oldest);
    return lines;
  };
}

export type EpisodeStory = {
  run: Run;
  result: Result;
  story: Story;
  track: ClauseTrack;
  /** What each clause wants, by its name; null where the task that was played is not here any more. */
  words: ReadonlyMap<string, string> | null;
  /** Null of an episode that passed, and where nobody passed the same task. */
  comparison: Comparison<EpisodePage> | null;
};

const passes = episodePages.filter(({ hasPassed }) => hasPassed);
const tasks = new Map(taskFiles.map(({ task, taskSha256 }) => [taskSha256, task]));

/** Throws where the results do not have the episode. */
export function episodeStory(page: EpisodePage): EpisodeStory {
  const run = runOfRow(page);
  const result = run.episodes.find(({ taskId, trial }) => taskId === page.taskId && trial === page.trial);
  if (!result) throw new Error(`run ${page.runId} has no ${page.taskId} #${page.trial}`);
  const story = storyOf(keptLines(run).of(page.taskId, page.trial));
  const task = tasks.get(page.taskSha256);
  return {
    run,
    result,
    story,
    track: clauseTrack(story),
    words: task ? clauseWords(task.success) : null,
    comparison: page.hasPassed
      ? null
      : compareWithPass(callsOf(story), page, {
          passes,
          callsOf: callsOfPass,
          recorded: () => recordedCalls(page),
        }),
  };
}

/** Null where none is committed, it is broken, or the task has changed since the episode was played. */
function recordedCalls({ serverId, taskId, taskSha256 }: EpisodePage): Call[] | null {
  if (!tasks.has(taskSha256)) return null;
  const text = settings.recordings
    .map((folder) => textOf(join(folder, serverId, `${taskId}.jsonl`)))
    .find((each) => each !== null);
  if (text == null) return null;
  const parsed = parseTranscript(text);
  return 'transcript' in parsed ? parsed.transcript.calls.map(({ tool, args }) => ({ tool, args })) : null;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function callsOfPass(pass: EpisodePage): Call[] {
  return callsOf(storyOf(keptLines(runOfRow(pass)).of(pass.taskId, pass.trial)));
}

/** Who passed, in words. */
export function passWords(pass: EpisodePage): string {
  return `${compared(contenderOf(runOfRow(pass).config))}, trial ${pass.trial}`;
}

export function picturePath(digest: string): `/${string}` {
  return `/media/${digest}.webp`;
}

const files = new Map<string, string | null>();

/** Where a picture lies that has the digest that events give it; null where none does. */
export function pictureFile(digest: string): string | null {
  const known = files.get(digest);
  if (known !== undefined) return known;
  const found = mediaDir === null ? null : findPicture(mediaDir, digest);
  files.set(digest, found);
  return found;
}

/** Of all episodes that have a page, those that are there, each once. */
export function shownPictures(): string[] {
  if (mediaDir === null) return [];
  const named = episodePages.flatMap(({ sha, runId, taskId, trial }) => {
    const lines = keptLines(runOfRow({ sha, runId })).of(taskId, trial);
    if (!lines.some((line) => line.includes('"type":"picture"'))) return [];
    return storyOf(lines).steps.flatMap(({ picture }) => (picture ? [picture.sha256] : []));
  });
  return [...new Set(named)].filter((digest) => pictureFile(digest) !== null);
}

function findPicture(folder: string, digest: string): string | null {
  for (const name of [`${digest}.webp`, join(digest.slice(0, 2), `${digest}.webp`)])
    try {
      const file = join(folder, name);
      if (sha256(readFileSync(file)) === digest) return file;
    } catch {
      // It lies elsewhere, or nowhere.
    }
  return null;
}

/** The kept events of one episode as JSON, each as it was saved, and where they were taken from. */
export function episodeRecord({ sha, runId, taskId, trial }: EpisodePage): string {
  const run = runOfRow({ sha, runId });
  const head = JSON.stringify({ ...stamp, sha, runId, taskId, trial, eventsSha256: run.eventsSha256 });
  const events = keptLines(run).of(taskId, trial);
  return `${head.slice(0, -1)},"events":[\n${events.join(',\n')}\n]}\n`;
}
