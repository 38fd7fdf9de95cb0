import type { Result, Run } from '../../results/records/result.ts';
import { isCharged, statuses } from '../../results/records/statuses.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import type { Trajectory } from '../../results/score/trajectory.ts';
import { type ExportFormat, jsonFile } from './export.ts';
import { answerFacts, callFacts, known } from './run/known.ts';
import type { PlayedCall, PlayedEpisode, Turn } from './run/read-episodes.ts';

const logVersion = 2;

export const inspect: ExportFormat = {
  id: 'inspect',
  title: 'Inspect eval log, version 2, one file for each run',
  files: (run, episodes) => [jsonFile(fileName(run), logOf(run, episodes))],
};

/** The name by which Inspect finds its logs: `<time>_<task>_<id>.json`. */
function fileName({ runId, suite, startedAt }: Run): string {
  const time = new Date(startedAt).toISOString().slice(0, '2026-01-02T03:04:05'.length).replaceAll(':', '-');
  const words = [suite, runId].map((word) => word.replaceAll(/[^\w.-]/g, '-').replaceAll('_', '-'));
  return `${time}-00-00_${words.join('_')}.json`;
}

function logOf(run: Run, episodes: readonly PlayedEpisode[]): object {
  const { config, complete, startedAt, durationMs } = run;
  return {
    version: logVersion,
    status: complete ? 'success' : 'cancelled',
    eval: evalOf(run),
    plan: {
      name: 'plan',
      steps: [{ solver: config.adapter, params: {}, params_passed: {} }],
      config: {},
    },
    results: resultsOf(run),
    stats: {
      started_at: startedAt,
      completed_at: complete ? new Date(Date.parse(startedAt) + durationMs).toISOString() : '',
      model_usage: sumOfUsage(
        run,
        episodes.map(({ trajectory }) => trajectory?.usage ?? null),
      ),
      role_usage: {},
      connection_limit_history: [],
    },
    invalidated: false,
    tags: [],
    metadata: {},
    samples: episodes.map((episode) => sampleOf(run, episode)),
  };
}

function evalOf(run: Run): object {
  const { runId, suite, startedAt, config, environment, episodes } = run;
  const { maxDurationMs, maxUsd } = config.limits;
  const seconds = maxDurationMs / 1000;
  return known({
    eval_id: runId,
    run_id: runId,
    created: startedAt,
    task: suite,
    task_id: `${suite}-${config.tasksSha256}`,
    task_version: config.edition ?? 0,
    task_attribs: {},
    task_args: {},
    task_args_passed: {},
    solver: config.adapter,
    dataset: {
      name: suite,
      samples: new Set(episodes.map(({ taskId }) => taskId)).size,
      sample_ids: [...new Set(episodes.map(({ taskId }) => taskId))],
      shuffled: false,
    },
    model: modelName(run),
    model_generate_config: known({ max_tokens: config.limits.maxTokens }),
    model_args: {},
    config: known({
      epochs: config.trials,
      time_limit: Number.isInteger(seconds) ? seconds : null,
      cost_limit: maxUsd,
    }),
    packages: { 'contract-bench': environment.harness },
    scorers: [{ name: 'contract' }],
    metadata: { config, environment },
  });
}

/** Accuracy is over the episodes that count; infrastructure errors are separate, as in every report. */
function resultsOf({ episodes, config }: Run): object {
  const charged = episodes.filter(({ status }) => isCharged(status));
  const passed = charged.filter(({ status }) => status === 'passed').length;
  const value = passed / charged.length;
  return {
    total_samples: episodes.length,
    completed_samples: charged.length,
    scores: [
      {
        name: 'contract',
        scorer: 'contract',
        params: { judge: config.judge },
        scored_samples: charged.length,
        unscored_samples: episodes.length - charged.length,
        metrics: charged.length === 0 ? {} : { accuracy: { name: 'accuracy', value, params: {} } },
      },
    ],
  };
}

/** One episode; its trial is the format's epoch. */
function sampleOf(run: Run, episode: PlayedEpisode): object {
  const { result, goal, opening } = episode;
  const { taskId, trial, durationMs, pausedMs } = result;
  const charged = isCharged(result.status);
  const usage = usageOf(episode);
  const used = usage ? { [modelName(run)]: usage } : {};
  const error = charged ? null : (result.error ?? statuses[result.status].words);
  return known({
    id: taskId,
    epoch: trial,
    input: goal ?? '',
    // The log has no contract: it is in the task's file, whose digest is in the result.
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

/** The limit that ended the episode, if the run records its value. */
function limitOf({ status }: Result, { edition, limits }: Run['config']): object | null {
  // Tasks without a suite each have limits of their own.
  if (edition === null) return null;
  if (status === 'max_steps') return { type: 'custom', limit: limits.maxSteps };
  if (status === 'timeout') return { type: 'time', limit: limits.maxDurationMs / 1000 };
  if (status === 'budget_exceeded' && limits.maxUsd !== null) return { type: 'cost', limit: limits.maxUsd };
  return null;
}

/** The goal, then each turn with the answers to its calls. The content is the beginning of an answer: see `metadata.whole`. */
function messagesOf({ goal, turns }: PlayedEpisode): object[] {
  return [
    ...(goal === null ? [] : [{ role: 'user', content: goal, source: 'input' }]),
    ...turns.flatMap((turn) => [
      assistantOf(turn),
      ...turn.calls.flatMap((call) => (call.answer ? [toolOf(call)] : [])),
    ]),
  ];
}

function assistantOf({ said, calls }: Turn): object {
  const metadata = said && known({ stopReason: said.stopReason, tokens: said.tokens, usd: said.usd });
  return known({
    role: 'assistant',
    content: said?.text ?? '',
    source: said ? 'generate' : null,
    tool_calls:
      calls.length === 0
        ? null
        : calls.map(({ id, step: { call } }) => ({
            id,
            function: call.tool,
            arguments: call.args,
            type: 'function',
          })),
    metadata,
  });
}

function toolOf(call: PlayedCall): object {
  const { id, step, answer } = call;
  const error = answer?.record.isError ? { type: 'unknown', message: answer.record.said ?? '' } : null;
  return known({
    role: 'tool',
    content: answer?.text ?? '',
    tool_call_id: id,
    function: step.call.tool,
    error,
    metadata: callFacts(call),
  });
}

type Used = Trajectory['usage'];

/** Inspect's own name for a run without a model. */
const noModel = 'none/none';

function modelName({ config }: Pick<Run, 'config'>): string {
  return config.model?.asked ?? noModel;
}

function usageOf({ trajectory }: PlayedEpisode): object | null {
  return usageRecord(trajectory?.usage ?? null);
}

/** The usage of all episodes together; empty if the usage of one is unknown. */
function sumOfUsage(run: Pick<Run, 'config'>, used: readonly Used[]): Record<string, object> {
  const asked = used.filter((usage) => usage !== null);
  const all = asked.flatMap(({ tokens }) => (tokens ? [tokens] : []));
  if (asked.length === 0 || all.length < used.length) return {};
  const sum = (name: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    all.reduce((before, tokens) => before + tokens[name], 0);
  const tokens = {
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
  };
  const costs = asked.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  const usd = costs.length < asked.length ? null : costs.reduce((before, cost) => before + cost, 0);
  const record = usageRecord({ tokens, usd });
  return record ? { [modelName(run)]: record } : {};
}

/** The format has no usage without its tokens. Its input, as in this project, excludes tokens read from and written to a cache. */
function usageRecord(usage: Pick<NonNullable<Used>, 'tokens' | 'usd'> | null): object | null {
  if (!usage?.tokens) return null;
  const { input, output, cacheRead, cacheWrite } = usage.tokens;
  return known({
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output + cacheRead + cacheWrite,
    input_tokens_cache_read: cacheRead,
    input_tokens_cache_write: cacheWrite,
    total_cost: usage.usd,
  });
}
