import * as z from 'zod';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { Result } from '../../../results/records/result.ts';
import { statuses } from '../../../results/records/statuses.ts';
import { missesOf, whatWasSaid } from '../../../results/records/why-not-passed.ts';
import { LinesByEpisode } from '../../../results/story/lines-by-episode.ts';
import type { Call, StoryStep } from '../../../results/story/story.ts';
import { notKept, resultIn } from '../../show/kept-runs.ts';
import { tellEpisode } from '../../show/show-episode.ts';
import type { EpisodeStory } from '../../show/story-lines.ts';
import { chooseRun } from '../open-stock.ts';
import { defineTool, measured, measuredNote, measuredOrNull, pageFields, pageOf } from './tool.ts';

export const showEpisode = defineTool({
  name: 'show_episode',
  title: 'One episode',
  description:
    'One attempt at one task: why it did not pass, every clause of the contract and when it was first satisfied, the steps (call, ' +
    'answer, page), and the first call that differs from a passed episode.',
  input: {
    run: z.string().min(1).describe('the id of its run, or a unique prefix of it (see list_runs)'),
    task: z.string().min(1).describe('the id of its task (see show_run)'),
    trial: z.int().min(1).default(1).describe('the number of the trial'),
    ...pageFields,
  },
  tell: async ({ run: asked, task, trial, ...page }, stock) => {
    const shelf = await stock.read();
    const listed = chooseRun(shelf, asked);
    const run = shelf.runOf(listed);
    const found = resultIn(run, task, trial);
    if ('why' in found) throw new UserError(`task: got ${JSON.stringify(task.slice(0, 100))}; ${found.why}`);
    const ofRun = shelf.kept.find(({ run: { runId } }) => runId === run.runId);
    const kept = ofRun ?? { run, lines: () => new LinesByEpisode('') };
    const told = await tellEpisode(stock.project, shelf.kept, { kept, result: found.result });
    const { items, note } = pageOf(told.story.steps.map(stepOf), page, 'steps');
    const hasEvents = kept.lines().of(task, trial).length > 0;
    return {
      data: {
        runId: run.runId,
        played: listed.label,
        ...headOf(told),
        ...endOf(told, hasEvents),
        steps: items,
      },
      notes: [hasEvents ? note : `${notKept(found.result)}.`, ...cutNotes(told), measuredNote],
    };
  },
});

function headOf({ result, story }: EpisodeStory) {
  const { taskId, trial, status, steps, toolCalls, durationMs, tokens, usd, finalUrl } = result;
  return {
    taskId,
    trial,
    status,
    means: statuses[status].words,
    whose: statuses[status].outcome,
    goal: measuredOrNull(story.goal, 2000),
    took: { steps, toolCalls, durationMs, tokens, usd },
    finalUrl: measuredOrNull(finalUrl),
    reported: result.selfReport,
    answer: measuredOrNull(result.answer),
  };
}

function endOf({ result, story, track, words, comparison }: EpisodeStory, hasEvents: boolean) {
  const lost = !result.success;
  return {
    whyNotPassed: lost ? whyOf(result) : null,
    stops: story.stops.map(({ reason, error }) => ({ reason, error: measuredOrNull(error) })),
    clauses: hasEvents
      ? track.rows.slice(0, 100).map(({ name, depth, ownWords, outcomes, firstHeld, observed }) => ({
          name,
          depth,
          wants: words?.get(name) ?? ownWords,
          atTheEnd: outcomes.at(-1) ?? null,
          firstHeldAtStep: firstHeld === null ? null : (track.columns[firstHeld]?.seq ?? 'the end'),
          observed: measuredOrNull(observed),
        }))
      : (result.verdict?.clauses ?? []).map(({ name, outcome, observed }) => ({
          name,
          atTheEnd: outcome,
          observed: measuredOrNull(observed),
        })),
    differsFromAPass:
      !lost || !hasEvents || comparison === null
        ? null
        : {
            from: comparison.pass,
            atStep: comparison.difference?.seq ?? null,
            here: callOrNull(comparison.difference?.own),
            there: callOrNull(comparison.difference?.passing),
          },
    lastWords: story.lastTurns.slice(-3).map(({ text }) => measured(text, 2000)),
    alsoAtTheEnd: story.misses.slice(0, 20).map((miss) => measured(miss, 300)),
  };
}

function whyOf(result: Result) {
  return {
    misses: missesOf(result).map(({ kind, name, wanted, observed }) => ({
      kind,
      name,
      wanted,
      observed: measured(observed),
    })),
    error: measuredOrNull(result.error),
    said: whatWasSaid(result).map((line) => measured(line)),
  };
}

function stepOf({ seq, turns, call, answer, url, look, misses }: StoryStep) {
  return {
    step: seq,
    ...(seq === 0 && { by: 'the harness, which opens the start page' }),
    ...(turns.length > 0 && { said: turns.slice(0, 3).map(({ text }) => measured(text, 1000)) }),
    call: callOrNull(call),
    answer: answer && {
      kind: answer.kind,
      isError: answer.isError,
      bytes: answer.bytes,
      durationMs: answer.durationMs,
      begins: measured(answer.preview),
    },
    url: measuredOrNull(url, 300),
    contract: look?.outcome ?? null,
    ...(misses.length > 0 && { misses: misses.slice(0, 5).map((miss) => measured(miss, 300)) }),
  };
}

function callOrNull(call: Call | null | undefined) {
  return call ? { tool: measured(call.tool, 100), args: measured(JSON.stringify(call.args), 1000) } : null;
}

function cutNotes({ story, track }: EpisodeStory): string[] {
  return [
    ...(track.rows.length > 100 ? [`Only 100 of ${track.rows.length} clauses are shown.`] : []),
    ...(story.cut === null ? [] : [`The events end before the episode: ${story.cut}.`]),
    ...(story.unreadable === 0 ? [] : [`${story.unreadable} of its events could not be read.`]),
  ];
}
