import type { Result, Run } from '../../../results/records/result.ts';
import { statuses } from '../../../results/records/statuses.ts';
import { whyNotPassed } from '../../../results/records/why-not-passed.ts';
import { known } from '../run/known.ts';
import type { PlayedEpisode } from '../run/played-episode.ts';
import { type Message, messagesOf } from './messages-of.ts';
import { details, resultId, schemaVersion } from './words.ts';

/** Null of what the format cannot hold: an episode that was lost to us, which has no score, and one without its goal. */
export function sampleOf(
  { suite }: Run,
  id: { evaluation_id: string; model_id: string },
  episode: PlayedEpisode,
): object | null {
  const { result, goal, turns, trajectory } = episode;
  if (goal === null || !statuses[result.status].charged) return null;
  const messages = messagesOf(goal, turns);
  return known({
    schema_version: schemaVersion,
    ...id,
    evaluation_name: suite,
    evaluation_result_id: resultId,
    sample_id: result.taskId,
    interaction_type: 'agentic',
    // The contract is not for a record: it is in the task's file, whose digest stands below.
    input: { raw: goal, reference: [] },
    messages,
    answer_attribution: attributionOf(result, messages),
    evaluation: known({
      score: Number(result.success),
      is_correct: result.success,
      num_turns: turns.length > 0 ? turns.length : null,
      tool_calls_count: turns.reduce((before, { calls }) => before + calls.length, 0),
    }),
    token_usage: usageOf(trajectory?.usage?.tokens ?? null),
    performance: { latency_ms: result.durationMs },
    error: ['passed', 'failed'].includes(result.status)
      ? null
      : (result.error ?? statuses[result.status].words),
    metadata: details({
      trial: result.trial,
      status: result.status,
      template: result.templateId,
      task_sha256: result.taskSha256,
      trajectory_sha256: result.trajectorySha256,
      final_url: result.finalUrl,
      self_report: result.selfReport,
      stop_reason: result.stopReason,
      usd: trajectory?.usage?.usd,
      why_not_passed: result.success ? null : whyNotPassed(result),
    }),
  });
}

/** The answer that was judged beside the page, where the agent gave one. */
function attributionOf({ answer }: Result, messages: readonly Message[]): object[] {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (answer === null || !last) return [];
  return [
    {
      turn_idx: last.turn_idx,
      source: 'report of the agent at its end',
      extracted_value: answer,
      extraction_method: 'custom',
      is_terminal: true,
    },
  ];
}

/** The format asks for the total input: with what a cache was read from or written with, which stands beside it. */
function usageOf(tokens: NonNullable<NonNullable<PlayedEpisode['trajectory']>['usage']>['tokens']) {
  if (!tokens) return null;
  const { input, output, cacheRead, cacheWrite } = tokens;
  const all = input + cacheRead + cacheWrite;
  return {
    input_tokens: all,
    output_tokens: output,
    total_tokens: all + output,
    input_tokens_cache_read: cacheRead,
    input_tokens_cache_write: cacheWrite,
  };
}
