import type { Run } from '../../results/records/result.ts';
import { type ExportFormat, jsonFile } from './export.ts';
import { answerFacts, callFacts, known, knownOrNull } from './run/known.ts';
import type { ModelMessage, PlayedEpisode, Turn } from './run/read-episodes.ts';

const schemaVersion = 'ATIF-v1.7';

const notes =
  'The content of an observation is the beginning of the answer; extra.whole is true if it is the complete answer. extra.sha256 and extra.bytes describe the complete answer, which is not kept.';

/** The format requires a first step, which is the goal; an episode whose goal was not saved is left out. */
export const atif: ExportFormat = {
  id: 'atif',
  title: 'Agent Trajectory Interchange Format 1.7, one file for each episode',
  files: (run, episodes) =>
    episodes.flatMap((episode) => {
      const { goal, result } = episode;
      if (goal === null) return [];
      // A task's id comes from a saved file, so it may hold any characters.
      const name = `${result.taskId}.${result.trial}.json`.replaceAll(/[^\w.-]/g, '_');
      return [jsonFile(`${run.runId}/${name}`, trajectoryOf(run, episode, goal))];
    }),
};

function trajectoryOf({ runId, suite, config }: Run, episode: PlayedEpisode, goal: string): object {
  const { result, trajectory, opening, turns } = episode;
  const steps = [
    { source: 'user', message: goal },
    ...(opening ? [openingStep(opening)] : []),
    ...turns.map((turn) => agentStep(turn, config)),
  ].map((step, index) => ({ step_id: index + 1, ...step }));
  return {
    schema_version: schemaVersion,
    session_id: runId,
    trajectory_id: `${runId}/${result.taskId}/${result.trial}`,
    agent: known({
      name: config.agent.id,
      version: config.agent.version,
      model_name: config.model?.asked,
    }),
    steps,
    notes,
    final_metrics: { ...usedIn(trajectory?.usage ?? null), total_steps: steps.length },
    extra: { suite, config, result },
  };
}

/** A step before the agent's first one, made by the harness. */
function openingStep({ tool, url, answer }: NonNullable<PlayedEpisode['opening']>): object {
  return {
    source: 'system',
    message: `${tool} opened ${url}`,
    observation: { results: [{ content: answer.text, extra: answerFacts(answer) }] },
  };
}

function agentStep({ said, calls }: Turn, { kind, model }: Run['config']): object {
  const answered = calls.filter(({ answer }) => answer !== null);
  const decidedByModel = kind === 'model' || kind === 'agent';
  return known({
    source: 'agent',
    message: said?.text ?? '',
    reasoning_effort: said && model?.effort,
    tool_calls: calls.length === 0 ? null : calls.map(callOf),
    observation: answered.length === 0 ? null : { results: answered.map(resultOf) },
    metrics: said && metricsOf(said),
    // If a model decided, but the events do not say which of its answers the call belongs to, the number is unknown.
    llm_call_count: said ? 1 : decidedByModel ? null : 0,
    extra: said?.stopReason ? { stopReason: said.stopReason } : null,
  });
}

function callOf({ id, step: { call } }: Turn['calls'][number]): object {
  return { tool_call_id: id, function_name: call.tool, arguments: call.args };
}

function resultOf(call: Turn['calls'][number]): object {
  return { source_call_id: call.id, content: call.answer?.text ?? '', extra: callFacts(call) };
}

function metricsOf({ tokens, usd }: ModelMessage): object | null {
  const { prompt, completion, cached, written } = tokensOf(tokens);
  return knownOrNull({
    prompt_tokens: prompt,
    completion_tokens: completion,
    cached_tokens: cached,
    cost_usd: usd,
    extra: written === null ? null : { cacheWriteTokens: written },
  });
}

function usedIn(usage: NonNullable<PlayedEpisode['trajectory']>['usage']): object {
  if (!usage) return {};
  const { prompt, completion, cached, written } = tokensOf(usage.tokens);
  const { tokens: _, usd, ...counted } = usage;
  return known({
    total_prompt_tokens: prompt,
    total_completion_tokens: completion,
    total_cached_tokens: cached,
    total_cost_usd: usd,
    extra: known({ ...counted, cacheWriteTokens: written }),
  });
}

/** The format's prompt tokens include tokens written to and read from a cache. */
function tokensOf(tokens: ModelMessage['tokens']) {
  if (!tokens) return { prompt: null, completion: null, cached: null, written: null };
  const { input, output, cacheRead, cacheWrite } = tokens;
  return {
    prompt: input + cacheRead + cacheWrite,
    completion: output,
    cached: cacheRead,
    written: cacheWrite,
  };
}
