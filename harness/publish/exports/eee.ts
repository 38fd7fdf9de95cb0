import { sha256 } from '../../platform/digest.ts';
import { wellFormedJson } from '../../platform/errors/json.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { isCharged, statuses } from '../../results/records/statuses.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { wilson95 } from '../../results/statistics/statistics.ts';
import { type ExportFile, type ExportFormat, jsonFile } from './export.ts';
import { known } from './run/known.ts';
import type { PlayedEpisode, Turn } from './run/read-episodes.ts';

const schemaVersion = '0.3.0';

/** The id that the samples of a run refer to: a run has a single result. */
const resultId = 'contract';

/** A time in the format: seconds since 1970, as text. */
function seconds(sinceEpochMs: number): string {
  return String(sinceEpochMs / 1000);
}

/** Details of the format must be texts: other values become JSON, and unknown values are left out. */
function details(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

export const eee: ExportFormat = {
  id: 'eee',
  title: `Every Eval Ever ${schemaVersion}, one file for each run, with its samples beside it`,
  files: (run, episodes) => {
    const model = modelInfo(run.config);
    const id = { evaluation_id: `${run.suite}/${model.id}/${run.runId}`, model_id: model.id };
    const rows = episodes.flatMap((episode) => sampleOf(run, id, episode) ?? []);
    const place = placeOf(run, model.id);
    const name = `${place}_samples.jsonl`;
    const samples = { name, text: rows.map((row) => `${wellFormedJson(row)}\n`).join('') };
    return rows.length === 0
      ? [jsonFile(`${place}.json`, evaluationOf(run, id, null))]
      : [jsonFile(`${place}.json`, evaluationOf(run, id, { file: samples, rows: rows.length })), samples];
  },
};

/** The path in the format's collection, `data/<collection>/<developer>/<model>/<uuid>`; no part of it can leave the folder. */
function placeOf({ runId, suite }: Run, modelId: string): string {
  const [developer = '', ...model] = modelId.split('/');
  const folders = [suite, developer, model.join('-')];
  return ['data', ...folders.map(folderName), uuidOf(runId)].join('/');
}

/** A name that every system accepts and that differs from the format's name of the root. */
function folderName(word: string): string {
  const safe = word.replaceAll(/[^\w.-]/g, '_').replaceAll(/^\.+|\.+$/g, '_');
  return safe === '' || safe.toLowerCase() === 'data' ? `_${safe}` : safe;
}

/** A UUID, which the format requires, derived from the run's id: a second export has the same name. */
function uuidOf(runId: string): string {
  const hex = sha256(`every-eval-ever ${runId}`);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

function evaluationOf(
  run: Run,
  id: { evaluation_id: string },
  samples: { file: ExportFile; rows: number } | null,
): object {
  const { startedAt, durationMs, complete, config, environment } = run;
  const startedAtMs = Date.parse(startedAt);
  const result = resultOf(run);
  return known({
    schema_version: schemaVersion,
    evaluation_id: id.evaluation_id,
    evaluation_timestamp: seconds(startedAtMs),
    // The end of the run, when its record was written. The time of the export would differ between two exports.
    retrieved_timestamp: seconds(startedAtMs + durationMs),
    source_metadata: {
      source_name: 'contract-bench',
      source_type: 'evaluation_run',
      // A run does not record who played it, nor their relation to the model.
      source_organization_name: 'unknown',
      evaluator_relationship: 'other',
      additional_details: { run_id: run.runId, complete: String(complete) },
    },
    eval_library: {
      name: 'contract-bench',
      version: environment.harness,
      additional_details: { environment: JSON.stringify(environment) },
    },
    model_info: modelInfo(config),
    evaluation_results: result ? [result] : [],
    detailed_evaluation_results: samples && {
      format: 'jsonl',
      file_path: samples.file.name,
      hash_algorithm: 'sha256',
      checksum: sha256(samples.file.text),
      total_rows: samples.rows,
    },
  });
}

const developers: Readonly<Record<string, string>> = {
  messages: 'anthropic',
  chat: 'openai',
  responses: 'openai',
  gemini: 'google',
  ...Object.fromEntries(['deepseek', 'mistral', 'xai', 'moonshot', 'zai', 'alibaba'].map((id) => [id, id])),
};

const deployments = {
  vendor: 'externally_managed',
  host: 'externally_managed',
  private: 'unknown',
  loopback: 'self_deployed',
  local: 'self_deployed',
} as const;

type ModelInfo = {
  name: string;
  id: string;
  developer?: string;
  additional_details: Record<string, string>;
};

/** The format has no evaluation without a model: a run without one gets `none`, as in Inspect. */
function modelInfo({ kind, adapter, agent, model }: Run['config']): ModelInfo {
  const decided = details({ decided_by: kind, adapter, agent: agent.id, agent_version: agent.version });
  const open = { deployment_type: 'unknown', model_availability: 'unknown' };
  if (!model) {
    const word = kind === 'agent' ? 'unknown' : 'none';
    return { name: word, id: `${word}/${word}`, additional_details: { ...open, ...decided } };
  }
  const { asked, answered, api, endpoint, host, effort } = model;
  const developer = endpoint === 'vendor' ? ownOf(developers, host ?? api) : undefined;
  return {
    name: asked,
    id: asked.includes('/') ? asked : `${developer ?? 'unknown'}/${asked}`,
    ...(developer === undefined ? {} : { developer }),
    additional_details: {
      ...open,
      deployment_type: deployments[endpoint],
      ...decided,
      ...details({ answered, api, endpoint, ...(host && { host }), effort }),
    },
  };
}

/** Passed episodes among those that count, without infrastructure errors. Null without an episode that counts, because then the score is undefined. */
function resultOf(run: Run): object | null {
  const { suite, config, episodes, totals } = run;
  const charged = episodes.filter(({ status }) => isCharged(status));
  if (charged.length === 0) return null;
  const passed = charged.filter(({ status }) => status === 'passed').length;
  const lost = episodes.length - charged.length;
  // Not the stored interval: runs of several trials store others before 24 November 2026.
  const [lower, upper] = wilson95(passed, charged.length);
  return known({
    evaluation_result_id: resultId,
    evaluation_name: suite,
    source_data: {
      dataset_name: suite,
      source_type: 'other',
      additional_details: details({
        edition: config.edition,
        tasks_sha256: config.tasksSha256,
        world_seeds: config.worldSeeds,
        web: config.web,
      }),
    },
    metric_config: {
      evaluation_description:
        'Share of episodes whose end state, observed in a real browser, satisfies the contract of the task.',
      metric_id: 'pass_rate',
      metric_name: 'Pass rate',
      metric_kind: 'pass_rate',
      metric_unit: 'proportion',
      lower_is_better: false,
      score_type: 'continuous',
      min_score: 0,
      max_score: 1,
      additional_details: details({ judge: config.judge }),
    },
    score_details: known({
      score: passed / charged.length,
      details: details({ passed, episodes: charged.length, lost, trials: config.trials, usd: totals.usd }),
      uncertainty: {
        confidence_interval: { lower, upper, confidence_level: 0.95, method: 'wilson' },
        num_samples: charged.length,
      },
    }),
    generation_config: generationConfig(run),
  });
}

function generationConfig({ config, commandLine }: Run): object {
  const { edition, limits, model, server, agent } = config;
  const limitS = limits.maxDurationMs / 1000;
  return {
    generation_args: known({
      max_tokens: model?.maxTokens,
      execution_command: commandLine,
      // Tasks without a suite each have limits of their own.
      eval_limits: edition !== null && Number.isInteger(limitS) ? { time_limit: limitS } : null,
      agentic_eval_config: {
        additional_details: details({
          server: server.id,
          server_package: server.package,
          server_version: server.version,
          tools_sha256: server.toolsSha256,
          max_steps: edition === null ? null : limits.maxSteps,
          door: agent.door,
        }),
      },
    }),
    additional_details: details({
      comparability_key: config.comparabilityKey,
      max_usd: edition === null ? null : limits.maxUsd,
      price: config.price,
    }),
  };
}

/** Null for episodes that the format cannot represent: an infrastructure error, which has no score, and one without a goal. */
function sampleOf(
  { suite }: Run,
  id: { evaluation_id: string; model_id: string },
  episode: PlayedEpisode,
): object | null {
  const { result, goal, turns, trajectory } = episode;
  if (goal === null || !isCharged(result.status)) return null;
  const messages = messagesOf(goal, turns);
  return known({
    schema_version: schemaVersion,
    ...id,
    evaluation_name: suite,
    evaluation_result_id: resultId,
    sample_id: result.taskId,
    interaction_type: 'agentic',
    // The record has no contract: it is in the task's file, whose digest is below.
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

/** The judged answer, if the agent gave one. */
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

/** The format requires the total input, including tokens read from and written to a cache, which are also listed. */
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

type Message = { turn_idx: number; role: string };

/** The goal, then each turn with the answers to its calls. The content is the beginning of an answer. */
function messagesOf(goal: string, turns: readonly Turn[]): Message[] {
  const messages = [
    { role: 'user', content: goal },
    ...turns.flatMap(({ said, calls }) => [
      known({
        role: 'assistant',
        content: said?.text,
        // Arguments must be texts, so other values become JSON.
        tool_calls:
          calls.length === 0
            ? null
            : calls.map(({ id, step: { call } }) => ({ id, name: call.tool, arguments: details(call.args) })),
      }),
      ...calls.flatMap(({ id, answer }) =>
        answer ? [{ role: 'tool', content: answer.text, tool_call_id: [id] }] : [],
      ),
    ]),
  ];
  return messages.map((message, index) => ({ turn_idx: index, ...message, role: message.role ?? '' }));
}
