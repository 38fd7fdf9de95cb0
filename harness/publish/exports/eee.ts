import { sha256 } from '../../platform/digest.ts';
import type { Run } from '../../results/records/result.ts';
import { modelInfo } from './eee/model-info.ts';
import { resultOf } from './eee/result-of.ts';
import { sampleOf } from './eee/sample-of.ts';
import { schemaVersion, seconds } from './eee/words.ts';
import { type ExportFile, type ExportFormat, jsonFile } from './export.ts';
import { known } from './run/known.ts';

export const eee: ExportFormat = {
  id: 'eee',
  title: `Every Eval Ever ${schemaVersion}, a file a run with its samples beside it`,
  files: (run, episodes) => {
    const model = modelInfo(run.config);
    const id = { evaluation_id: `${run.suite}/${model.id}/${run.runId}`, model_id: model.id };
    const rows = episodes.flatMap((episode) => sampleOf(run, id, episode) ?? []);
    const place = placeOf(run, model.id);
    const name = `${place}_samples.jsonl`;
    const samples = { name, text: rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
    return rows.length === 0
      ? [jsonFile(`${place}.json`, evaluationOf(run, id, null))]
      : [jsonFile(`${place}.json`, evaluationOf(run, id, { file: samples, rows: rows.length })), samples];
  },
};

/** As the format's collection has it, `data/<collection>/<developer>/<model>/<uuid>`; no word of it leads elsewhere. */
function placeOf({ runId, suite }: Run, modelId: string): string {
  const [developer = '', ...model] = modelId.split('/');
  const folders = [suite, developer, model.join('-')];
  return ['data', ...folders.map(folderName), uuidOf(runId)].join('/');
}

/** What no system refuses as a name, nor the format's own word for the root. */
function folderName(word: string): string {
  const safe = word.replaceAll(/[^\w.-]/g, '_').replaceAll(/^\.+|\.+$/g, '_');
  return safe === '' || safe.toLowerCase() === 'data' ? `_${safe}` : safe;
}

/** The form of a random one, which the format asks for, made from the run's id: a second export has the same name. */
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
    // Of the run's end, when its record was written: of the export's own time two would differ.
    retrieved_timestamp: seconds(startedAtMs + durationMs),
    source_metadata: {
      source_name: 'contract-bench',
      source_type: 'evaluation_run',
      // A run does not say who played it, nor what they are to the model.
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
