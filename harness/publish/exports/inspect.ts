import type { Run } from '../../results/records/result.ts';
import { statuses } from '../../results/records/statuses.ts';
import { type ExportFormat, jsonFile } from './export.ts';
import { sampleOf } from './inspect/sample-of.ts';
import { modelName, sumOfUsage } from './inspect/usage-of.ts';
import { known } from './run/known.ts';
import type { PlayedEpisode } from './run/played-episode.ts';

const logVersion = 2;

export const inspect: ExportFormat = {
  id: 'inspect',
  title: 'Inspect eval log, version 2, a file a run',
  files: (run, episodes) => [jsonFile(fileName(run), logOf(run, episodes))],
};

/** As Inspect finds its logs: `<time>_<task>_<id>.json`. */
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

/** Accuracy is over the episodes that count; those that were lost to us are apart, as in every report. */
function resultsOf({ episodes, config }: Run): object {
  const charged = episodes.filter(({ status }) => statuses[status].charged);
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
