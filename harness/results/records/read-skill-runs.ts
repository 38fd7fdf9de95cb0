import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../platform/files/read-json.ts';
import { SkillRun } from './skill-run.ts';

/** A stored run of the skill benchmark. `noResult` is the reason why it may not be published; null if it may. */
export type KeptSkillRun = { id: string; file: string; run: SkillRun; noResult: string | null };

/** The skill runs of a folder, newest first, because their ids begin with their time. Throws UserError. */
export function readSkillRuns(folder: string): KeptSkillRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => {
      const file = path.join(folder, name);
      const run = readJson(file, SkillRun);
      return { id: name.slice(0, -'.json'.length), file, run, noResult: noResultOfSkills(run) };
    });
}

/**
 * Why a run of the skill benchmark did not measure an agent and may not be published: it is an example, or no model
 * decided its calls. Null if it may be published.
 */
export function noResultOfSkills({ run, conditions }: Pick<SkillRun, 'run' | 'conditions'>): string | null {
  const { environment_label: environment, model_label: model } = run.metadata;
  const stub = conditions.find(({ adapter_id }) => adapter_id === 'stub');
  if (/\bexample\b/i.test(environment ?? '')) return `its environment_label is "${environment}"`;
  if (stub) return `the adapter of its condition ${stub.id} is a stub`;
  if (model === undefined) return 'it has no model_label';
  return /^(none|stub|recorded calls|)$/i.test(model) ? `its model_label is "${model}"` : null;
}
