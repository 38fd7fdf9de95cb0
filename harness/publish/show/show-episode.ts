import { readFileSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from '../../platform/errors/one-line.ts';
import type { Project } from '../../platform/project.ts';
import type { Result } from '../../results/records/result.ts';
import { clauseTrack, clauseWords } from '../../results/story/clause-track.ts';
import { type Comparison, compareWithPass, type Pass } from '../../results/story/closest-pass.ts';
import { type Call, callsOf, storyOf } from '../../results/story/story.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import { type EpisodeAddress, findEpisode, type KeptRun, keptRuns } from './kept-runs.ts';
import { type EpisodeStory, storyLines } from './story-lines.ts';

/** The lines of an episode from its kept events. Throws `UserError` with the available episodes if it does not exist. */
export async function showEpisode(
  asked: EpisodeAddress & { project: Project },
): Promise<{ lines: string[]; told: EpisodeStory; printed: string | null }> {
  const runs = await keptRuns(asked.project.results, asked.folder);
  const found = findEpisode(runs, asked);
  const told = await tellEpisode(asked.project, runs, found);
  const { taskId, trial } = found.result;
  const printed = found.kept.printed?.(taskId, trial) ?? null;
  return { lines: [...storyLines(told), ...printedLines(printed)], told, printed };
}

/** The last lines of an agent's output. */
function printedLines(output: string | null): string[] {
  const last = output?.trimEnd().split('\n').slice(-10) ?? [];
  return last.length === 0 ? [] : ['', 'the agent printed last', ...last.map((line) => `  ${oneLine(line)}`)];
}

/** `runs`: the runs that may contain a passed episode of the same task. */
export async function tellEpisode(
  { suites, transcripts }: Project,
  runs: readonly KeptRun[],
  { kept, result }: { kept: KeptRun; result: Result },
): Promise<EpisodeStory> {
  const { tasks } = await readSuites(suites, noPatternCheck);
  const task = tasks.find(({ taskSha256 }) => taskSha256 === result.taskSha256)?.task;
  const story = storyOf(kept.lines().of(result.taskId, result.trial));
  const played = placed(kept, result);
  const comparison =
    result.status === 'passed'
      ? null
      : compareWithPass(callsOf(story), played, {
          passes: runs.flatMap(passesOf),
          callsOf: ({ from, taskId, trial }) => callsOf(storyOf(from.lines().of(taskId, trial))),
          recorded: () => (task ? recordedCalls(transcripts, played) : null),
        });
  const words = task ? clauseWords(task.success) : null;
  return {
    run: kept.run,
    result,
    story,
    track: clauseTrack(story),
    words,
    comparison: comparison && withoutRun(comparison),
  };
}

function withoutRun({ pass, difference }: Comparison<Placed>): Comparison<Pass> {
  if (pass === 'recording') return { pass, difference };
  const { from: _, ...placed } = pass;
  return { pass: placed, difference };
}

type Placed = Pass & { from: KeptRun };

function placed(from: KeptRun, { taskId, taskSha256, trial }: Result): Placed {
  const { runId, config } = from.run;
  return { from, runId, kind: config.kind, serverId: config.server.id, taskId, taskSha256, trial };
}

function passesOf(kept: KeptRun): Placed[] {
  const passed = kept.run.episodes.filter(({ status }) => status === 'passed');
  // A replay keeps no events of passed episodes.
  const hasThem = (of: Result) =>
    kept.run.config.kind !== 'replay' || kept.lines().of(of.taskId, of.trial).length > 0;
  return passed.filter(hasThem).map((result) => placed(kept, result));
}

/** Null without a readable recording. */
function recordedCalls(transcripts: string, { serverId, taskId }: Placed): Call[] | null {
  let text: string;
  try {
    text = readFileSync(path.join(transcripts, serverId, `${taskId}.jsonl`), 'utf8');
  } catch {
    return null;
  }
  const parsed = parseTranscript(text);
  return 'transcript' in parsed ? parsed.transcript.calls : null;
}
