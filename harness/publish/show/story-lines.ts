import type { Outcome } from '../../judge/outcome.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { align } from '../../platform/words/columns.ts';
import { clip, formatBytes, formatCount, formatDuration, formatUsd } from '../../platform/words/format.ts';
import { nameAndVersion } from '../../results/records/custom-id.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { statuses } from '../../results/records/statuses.ts';
import { whyNotPassedLines } from '../../results/records/why-not-passed.ts';
import { actionWords } from '../../results/story/acted-on.ts';
import type { ClauseTrack } from '../../results/story/clause-track.ts';
import type { Comparison, Pass } from '../../results/story/closest-pass.ts';
import type { Call, Story, StoryStep } from '../../results/story/story.ts';

export type EpisodeStory = {
  run: Run;
  result: Result;
  story: Story;
  track: ClauseTrack;
  /** What each clause wants, by its name; null if the played version of the task is gone. */
  words: ReadonlyMap<string, string> | null;
  /** Null for a passed episode, and if no episode of the same task passed. */
  comparison: Comparison<Pass> | null;
};

/** An episode for a terminal. Texts of pages, servers and models have their control characters removed. */
export function storyLines(episode: EpisodeStory): string[] {
  const { run, result, story } = episode;
  const { adapter, server, model } = run.config;
  const by = `${model ? `${model.asked} (${adapter})` : adapter} on ${nameAndVersion(server.id, server.version)}`;
  return [
    `${result.taskId}, trial ${result.trial}: ${result.status}, ${statuses[result.status].words}`,
    `${by}, run ${run.runId}`,
    ...(story.goal === null ? [] : [`goal: ${story.goal}`]),
    ...section(
      'steps',
      story.steps.flatMap((step) => stepLines(step, episode)),
    ),
    ...section('contract', trackLines(episode)),
    ...section('end', endLines(episode)),
    ...(result.status === 'passed' ? [] : section('against a run that passed', comparisonLines(episode))),
  ].map(oneLine);
}

function section(name: string, lines: readonly string[]): string[] {
  return ['', name, ...lines.map((line) => `  ${line}`)];
}

function stepLines(step: StoryStep, { comparison }: EpisodeStory): string[] {
  const { seq, turns, call, answer, url, misses } = step;
  const action = actionWords(step);
  const mark = comparison?.difference?.seq === seq ? '  <- differs' : '';
  return [
    ...turns.map(turnWords),
    `${String(seq).padStart(3)}  ${call ? callWords(call) : 'no call'}${mark}`,
    ...(action === null ? [] : [`     ${action}`]),
    `     ${answer ? answerWords(answer) : 'no answer'}${url === null ? '' : ` -> ${url}`}`,
    ...(answer?.preview ? [`     ${clip(oneLine(answer.preview), 160)}`] : []),
    ...misses.map((miss) => `     ${miss}`),
  ];
}

function turnWords({ text, tokens, usd }: StoryStep['turns'][number]): string {
  const took =
    tokens === null
      ? 'tokens unknown'
      : `${formatCount(tokens.input + tokens.cacheRead + tokens.cacheWrite)} tokens in, ${formatCount(tokens.output)} out`;
  return `     message: ${clip(oneLine(text), 400) || 'no text'} (${took}, ${usd === null ? 'price unknown' : formatUsd(usd)})`;
}

function callWords({ tool, args }: Call): string {
  return clip(Object.keys(args).length === 0 ? tool : `${tool} ${JSON.stringify(args)}`, 300);
}

function answerWords({ kind, isError, bytes, durationMs }: NonNullable<StoryStep['answer']>): string {
  return `${isError ? 'an error, ' : ''}${kind}, ${formatBytes(bytes)}, ${formatDuration(durationMs)}`;
}

const signs: Record<Outcome, string> = { passed: '#', failed: '.', inconclusive: '?' };

function trackLines({ track: { columns, rows }, words }: EpisodeStory): string[] {
  if (columns.length === 0) return ['the page could not be observed'];
  const when = (index: number | null) => {
    const column = index === null ? undefined : columns[index];
    if (!column) return 'never held';
    return column.seq === null ? 'first held at the end' : `first held at ${column.seq}`;
  };
  const signsOf = (outcomes: readonly (Outcome | null)[]) =>
    outcomes.map((each) => (each ? signs[each] : ' ')).join('');
  const whole = columns.findIndex(({ outcome }) => outcome === 'passed');
  return [
    'a sign for each step from 0, and for each observation at the end: # held, . not held, ? not decided',
    ...align([
      ...rows.map(({ name, depth, outcomes, firstHeld, ownWords }) => [
        signsOf(outcomes),
        when(firstHeld),
        `${'  '.repeat(depth)}${words?.get(name) ?? ownWords}`,
      ]),
      [signsOf(columns.map(({ outcome }) => outcome)), when(whole < 0 ? null : whole), 'the whole contract'],
    ]),
  ];
}

function endLines({ result, story }: EpisodeStory): string[] {
  const { verdict, selfReport, answer, finalUrl } = result;
  const said = selfReport === null ? 'nothing' : selfReport ? 'success' : 'no success';
  return [
    ...story.lastTurns.map((turn) => turnWords(turn).trim()),
    ...story.stops.map(({ reason, error }) => `stopped: ${reason}${error ? `, ${error}` : ''}`),
    ...whyNotPassedLines(result),
    ...(result.agentEnd === undefined ? [] : [`agent: ${result.agentEnd}`]),
    `reported ${said}; the contract ${verdict === null ? 'was not judged' : `has the verdict ${verdict.outcome}`}`,
    ...(answer === null ? [] : [`answered: ${answer}`]),
    ...(finalUrl === null ? [] : [`ended at ${finalUrl}`]),
    ...story.misses,
    ...(story.cut === null ? [] : [`the events end before the episode: ${story.cut}`]),
    ...(story.unreadable === 0 ? [] : [`${story.unreadable} unreadable events`]),
  ];
}

function comparisonLines({ comparison }: EpisodeStory): string[] {
  if (!comparison) return ['no passed episode of the same task to compare with'];
  const { pass, difference } = comparison;
  const label =
    pass === 'recording'
      ? 'the recording of the task'
      : `${pass.kind} on ${pass.serverId}, run ${pass.runId}, trial ${pass.trial}`;
  if (!difference) return [label, 'every call is the same'];
  const { seq, own, passing } = difference;
  return [
    label,
    `step ${seq} is the first difference`,
    `here   ${own ? callWords(own) : 'no further call'}`,
    `there  ${passing ? callWords(passing) : 'no further call'}`,
  ];
}
