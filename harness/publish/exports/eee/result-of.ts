import type { Run } from '../../../results/records/result.ts';
import { statuses } from '../../../results/records/statuses.ts';
import { known } from '../run/known.ts';
import { details, resultId } from './words.ts';

/** Passed of the episodes that count; those that were lost to us are apart. Null where none counts: there is no score. */
export function resultOf(run: Run): object | null {
  const { suite, config, episodes, totals } = run;
  const charged = episodes.filter(({ status }) => statuses[status].charged);
  if (charged.length === 0) return null;
  const passed = charged.filter(({ status }) => status === 'passed').length;
  const lost = episodes.length - charged.length;
  const [lower, upper] = totals.score.wilson95;
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
        'Share of episodes whose end state, observed in a real browser, holds what the contract of the task asks.',
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
      // The interval of a run is over all its episodes: where some were lost it is of another number.
      uncertainty:
        lost > 0
          ? null
          : {
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
      // Of tasks of no suite each has limits of its own.
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
