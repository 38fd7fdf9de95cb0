import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compared } from '../../harness/publish/board/compared.ts';
import { settings } from '../../harness/publish/board/settings.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { contenderOf } from '../../harness/results/standings/contender.ts';
import { type ClauseTrack, clauseTrack } from '../../harness/results/story/clause-track.ts';
import { clauseWords } from '../../harness/results/story/clause-words.ts';
import { type Comparison, compareWithPass } from '../../harness/results/story/compare-with-pass.ts';
import { type Call, callsOf, type Story } from '../../harness/results/story/story.ts';
import { storyOf } from '../../harness/results/story/story-of.ts';
import { parseTranscript } from '../../harness/task/transcripts/parse-transcript.ts';
import { type EpisodePage, episodePages, keptLines } from './episode-pages.ts';
import { commitResults, taskFiles } from './this-build.ts';

export type ToldEpisode = {
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
export function tellEpisode(page: EpisodePage): ToldEpisode {
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
  return callsOf(storyOf(keptLines(runOf(pass)).of(pass.taskId, pass.trial)));
}

function runOf({ sha, runId }: Pick<EpisodePage, 'sha' | 'runId'>): Run {
  const run = commitResults(sha).runs.find((each) => each.runId === runId);
  if (!run) throw new Error(`${sha} has no run ${runId}`);
  return run;
}

/** Who passed, in words. */
export function passWords(pass: EpisodePage): string {
  return `${compared(contenderOf(runOf(pass).config))}, trial ${pass.trial}`;
}
