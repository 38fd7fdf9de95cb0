import type { Run } from '../../results/records/result.ts';
import { type ExportFormat, jsonFile } from './export.ts';
import { attributes } from './otel/attributes.ts';
import { spansOf } from './otel/spans-of.ts';
import type { PlayedEpisode } from './run/played-episode.ts';

const service = 'contract-bench';

export const otel: ExportFormat = {
  id: 'otel',
  title: 'OpenTelemetry GenAI as OTLP/JSON, a file of traces a run',
  files: (run, episodes) => [jsonFile(`${run.runId}.json`, tracesOf(run, episodes))],
};

function tracesOf(run: Run, episodes: readonly PlayedEpisode[]): object {
  const { runId, config, environment } = run;
  const resource = attributes({
    'service.name': service,
    'service.version': environment.harness,
    'contract_bench.run.id': runId,
    'contract_bench.comparability_key': config.comparabilityKey,
  });
  const scope = { name: service, version: environment.harness };
  const spans = episodes.flatMap((episode) => spansOf(run, episode));
  return { resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope, spans }] }] };
}
