import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../harness/platform/digest.ts';
import { compared } from '../../harness/publish/board/format.ts';
import { mediaDirs, resultsDir, settings } from '../../harness/publish/board/settings.ts';
import { readEvents } from '../../harness/results/records/kept-events.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { contenderOf } from '../../harness/results/records/run-facts.ts';
import { type ClauseTrack, clauseTrack, clauseWords } from '../../harness/results/story/clause-track.ts';
import {
  type Comparison,
  closestPass,
  compareWithPass,
  type Pass,
} from '../../harness/results/story/closest-pass.ts';
import { LinesByEpisode } from '../../harness/results/story/lines-by-episode.ts';
import { type Call, callsOf, type Story, storyOf } from '../../harness/results/story/story.ts';
import { parseTranscript } from '../../harness/task/transcripts/parse-transcript.ts';
import { type KeptEpisode, shownEpisodes } from './shown-episodes.ts';
import { runOf, siteHistory, suitePages, taskFiles } from './this-build.ts';

/** An episode with stored events, and its commit. */
export type EpisodePage = { sha: string; hasPassed: boolean } & Pass;

/** A run of a hundred episodes has 5 MB of events. */
const runsInMemory = 8;
const keptLines = openKeptLines(resultsDir);

const playedBy = new Map(
  siteHistory.standings.flatMap(({ rows }) =>
    rows.flatMap((row) => row.history.map(({ runId }) => [runId, row.id] as const)),
  ),
);
const templates = new Map(taskFiles.map(({ task }) => [task.id, task.templateId ?? task.id]));

/** Every episode with stored events: newest commit first, in the order of its run. */
const keptEpisodes: readonly (EpisodePage & KeptEpisode)[] = siteHistory.commits.flatMap(({ sha, runs }) => {
  return runs.flatMap(({ runId, hasEvents }) => {
    if (!hasEvents) return [];
    const run = runOf({ sha, runId });
    const lines = keptLines(run);
    const { config } = run;
    const { kind, adapter } = config;
    return run.episodes.flatMap(({ taskId, trial, taskSha256, status }) => {
      if (lines.of(taskId, trial).length === 0) return [];
      const played = { runId, taskId, trial, taskSha256, kind, serverId: config.server.id };
      const row = playedBy.get(runId) ?? runId;
      const template = templates.get(taskId) ?? taskId;
      const path = pathOf(played);
      return [{ sha, hasPassed: status === 'passed', ...played, path, row, adapter, template, status }];
    });
  });
});

/** Limit on all pages, so that the site stays small enough to build and serve. */
const mostPages = 2000;
const otherPages =
  siteHistory.standings.reduce((sum, { rows }) => sum + rows.length, 0) +
  siteHistory.commits.reduce((sum, { runs }) => sum + 1 + runs.length, 0) +
  taskFiles.length +
  100;
const shown = shownEpisodes(keptEpisodes, mostPages - otherPages);
/** Episodes with their own page; `/episodes/` shows any other. */
export const episodePages: readonly EpisodePage[] = keptEpisodes.filter(({ path }) => shown.has(path));

/** Runs with stored events, newest commit first. */
export const keptRuns: readonly { sha: string; runId: string }[] = [
  ...new Map(keptEpisodes.map(({ sha, runId }) => [runId, { sha, runId }])).values(),
];

const kept = new Set(keptEpisodes.map(({ path }) => path));

/** The address of an episode: its own page, or the page for any episode; null without stored events. */
export function episodePath(runId: string, taskId: string, trial: number): `/${string}` | null {
  const path = pathOf({ runId, taskId, trial });
  if (shown.has(path)) return path;
  return kept.has(path) ? viewerPath({ runId, taskId, trial }) : null;
}

export function viewerPath({ runId, taskId, trial }: Pick<Pass, 'runId' | 'taskId' | 'trial'>): `/${string}` {
  return `/episodes/?run=${runId}&task=${taskId}&trial=${trial}`;
}

export function pathOf({ runId, taskId, trial }: Pick<Pass, 'runId' | 'taskId' | 'trial'>): `/${string}/` {
  return `/episodes/${runId}/${taskId}/${trial}/`;
}

type KeptRun = Pick<Run, 'runId' | 'eventsSha256'>;

/**
 * The stored events of runs, with a cache of the last ones: the pages of a run's episodes are built in a row, and are
 * compared with few other runs. Throws as `readEvents` does.
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
  /** The wanted value of each clause, by its name; null if the played version of the task is gone. */
  words: ReadonlyMap<string, string> | null;
  /** Null for a passed episode, and if no episode passed the same task. */
  comparison: Comparison<EpisodePage> | null;
};

const passes = keptEpisodes.filter(({ hasPassed }) => hasPassed);
/** By run id, the other run whose passes its episodes are compared with; a run without such a pass has no entry. */
export const passingRuns: ReadonlyMap<string, string> = findPassingRuns();

/** Found by the first episode of each run that did not pass and has a pass elsewhere. */
function findPassingRuns(): Map<string, string> {
  const byTask = Map.groupBy(passes, ({ taskSha256 }) => taskSha256);
  const found = new Map<string, string>();
  for (const episode of keptEpisodes) {
    if (episode.hasPassed || found.has(episode.runId)) continue;
    const others = (byTask.get(episode.taskSha256) ?? []).filter(({ runId }) => runId !== episode.runId);
    const pass = closestPass(others, episode);
    if (pass) found.set(episode.runId, pass.runId);
  }
  return found;
}

const tasks = new Map(taskFiles.map(({ task, taskSha256 }) => [taskSha256, task]));

/** Throws if the results lack the episode. */
export function episodeStory(page: EpisodePage): EpisodeStory {
  const run = runOf(page);
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

/** Null if none is committed, if it is broken, or if the task has changed since the episode. */
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
  return callsOf(storyOf(keptLines(runOf(pass)).of(pass.taskId, pass.trial)));
}

/** A passed episode in words. */
export function passWords(pass: EpisodePage): string {
  return `${compared(contenderOf(runOf(pass).config))}, trial ${pass.trial}`;
}

export function picturePath(digest: string): `/${string}` {
  return `/media/${digest}.webp`;
}

const files = new Map<string, string | null>();

/** The file of a picture by the digest in its events; null if there is none. */
export function pictureFile(digest: string): string | null {
  const known = files.get(digest);
  if (known !== undefined) return known;
  const found = mediaDirs.map((folder) => findPicture(folder, digest)).find((file) => file !== null) ?? null;
  files.set(digest, found);
  return found;
}

/** The stored pictures of all episodes with a page, and those of tasks, each once. */
export function shownPictures(): string[] {
  const named = episodePages.flatMap((episode) => picturesIn(episode).map(({ sha256 }) => sha256));
  const ofTasks = [
    ...picturesOf(suitePages.flatMap(({ tasks }) => tasks.map(({ task }) => task.id))).values(),
  ];
  return [
    ...new Set([
      ...named.filter((each) => pictureFile(each) !== null),
      ...ofTasks.map(({ digest }) => digest),
    ]),
  ];
}

/** The pictures of an episode in the order of its steps. */
function picturesIn({ sha, runId, taskId, trial }: EpisodePage) {
  const lines = keptLines(runOf({ sha, runId })).of(taskId, trial);
  if (!lines.some((line) => line.includes('"type":"picture"'))) return [];
  return storyOf(lines).steps.flatMap(({ picture }) => picture ?? []);
}

/** A picture of a page: its digest, and the size of the pictured part in CSS pixels. */
export type TaskPicture = { digest: string; width: number; height: number };

/** By task id, the first stored picture of an episode; of an episode with a page if there is one. */
export function picturesOf(taskIds: readonly string[]): Map<string, TaskPicture> {
  const asked = new Set(taskIds);
  const found = new Map<string, TaskPicture>();
  for (const episode of [...episodePages, ...keptEpisodes]) {
    const { taskId } = episode;
    if (!asked.has(taskId) || found.has(taskId)) continue;
    const picture = picturesIn(episode).find(({ sha256 }) => pictureFile(sha256) !== null);
    if (!picture) continue;
    const { width, height } = picture.view ?? picture;
    found.set(taskId, { digest: picture.sha256, width, height });
  }
  return found;
}

function findPicture(folder: string, digest: string): string | null {
  for (const name of [`${digest}.webp`, join(digest.slice(0, 2), `${digest}.webp`)])
    try {
      const file = join(folder, name);
      if (sha256(readFileSync(file)) === digest) return file;
    } catch {
      // Not in this folder.
    }
  return null;
}
