import path from 'node:path';
import { thisProject } from '../cli/this-project.ts';
import { runSuite, type SuiteOptions } from '../experiments/skills/run-suite.ts';
import { type LoadedConfig, loadConfig } from '../experiments/skills/skill-config.ts';
import type { SkillRun } from '../results/records/skill-run.ts';
import { folderOf } from './folder-of.ts';

type Verifier = { command: string } | { function: string; args?: Record<string, unknown> };

export type SuiteSpec = {
  /** By task id. */
  verifiers: Record<string, Verifier>;
  timeoutMs?: number;
  execution?: Record<string, unknown>;
  /** Files of the folder beside the config; bundles are `<condition>/...`. */
  files?: Record<string, string>;
};

const conditions = ['no_skill', 'curated_skill', 'self_generated_skill'];

/** A suite of the three conditions, each with a bundle of its own, written to a folder and loaded. */
export async function suiteOf({
  verifiers,
  timeoutMs = 60_000,
  execution = {},
  files = {},
}: SuiteSpec): Promise<LoadedConfig> {
  const config = {
    execution,
    conditions: conditions.map((id) => ({ id, bundle_path: `./${id}` })),
    tasks: Object.entries(verifiers).map(([id, verifier]) => ({
      id,
      domain: 'd',
      timeout_ms: timeoutMs,
      verifier,
    })),
  };
  const bundles = Object.fromEntries(conditions.map((id) => [`${id}/answer.txt`, `answer of ${id}`]));
  const folder = await folderOf({ 'bench.json': JSON.stringify(config, null, 2), ...bundles, ...files });
  return loadConfig(path.join(folder, 'bench.json'));
}

/** Runs it; the rows of `no_skill`, by task. */
export async function rowsOf(spec: SuiteSpec, options: Partial<SuiteOptions> = {}) {
  const run = await runSuite(await suiteOf(spec), { project: thisProject, deterministic: false, ...options });
  return { run, row: rowOf(run) };
}

function rowOf(run: SkillRun) {
  return (task: string) => {
    const found = run.results.find(
      ({ condition_id: condition, task_id: id }) => condition === 'no_skill' && id === task,
    );
    if (!found) throw new Error(`no row of ${task}`);
    return found;
  };
}
