import type { Result, Run } from '../../../results/records/result.ts';
import { statuses } from '../../../results/records/statuses.ts';
import { whyNotPassed } from '../../../results/records/why-not-passed.ts';
import { answerFacts } from '../run/answer-facts.ts';
import { known } from '../run/known.ts';
import type { PlayedEpisode } from '../run/played-episode.ts';
import { messagesOf } from './messages-of.ts';
import { modelName, usageOf } from './usage-of.ts';

/** An episode; its trial is the format's epoch. */
export function sampleOf(run: Run, episode: PlayedEpisode): object {
  const { result, goal, opening } = episode;
  const { taskId, trial, durationMs, pausedMs } = result;
  const { charged } = statuses[result.status];
  const usage = usageOf(episode);
  const used = usage ? { [modelName(run)]: usage } : {};
  const error = charged ? null : (result.error ?? statuses[result.status].words);
  return known({
    id: taskId,
    epoch: trial,
    input: goal ?? '',
    // The contract is not for a log: it is in the task's file, whose digest the result has.
    target: '',
    messages: messagesOf(episode),
    output: { model: modelName(run), choices: [], completion: lastWords(episode) },
    scores: charged ? { contract: scoreOf(result) } : null,
    metadata: known({ result, opening: opening && { ...opening, answer: answerFacts(opening.answer) } }),
    store: {},
    events: [],
    model_usage: used,
    role_usage: {},
    attachments: {},
    total_time: (durationMs + pausedMs) / 1000,
    working_time: durationMs / 1000,
    error: error === null ? null : { message: error, traceback: '', traceback_ansi: '' },
    limit: limitOf(result, run.config),
  });
}

function lastWords({ turns }: PlayedEpisode): string {
  return turns.findLast(({ said }) => said !== null)?.said?.text ?? '';
}

function scoreOf(result: Result): object {
  return known({
    value: result.status === 'passed' ? 'C' : 'I',
    answer: result.answer,
    explanation: whyNotPassed(result),
    history: [],
  });
}

/** The cap that ended it, where the run says how high it was. */
function limitOf({ status }: Result, { edition, limits }: Run['config']): object | null {
  // Of tasks of no suite each has limits of its own.
  if (edition === null) return null;
  if (status === 'max_steps') return { type: 'custom', limit: limits.maxSteps };
  if (status === 'timeout') return { type: 'time', limit: limits.maxDurationMs / 1000 };
  if (status === 'budget_exceeded' && limits.maxUsd !== null) return { type: 'cost', limit: limits.maxUsd };
  return null;
}
