import type { SkillRun } from './skill-run.ts';

/**
 * Why a run of the skill benchmark measured no agent, so that it is published nowhere: an example, or nothing that
 * decides its calls is a model; null where it may be.
 */
export function noResultOfSkills({ run, conditions }: Pick<SkillRun, 'run' | 'conditions'>): string | null {
  const { environment_label: environment, model_label: model } = run.metadata;
  const stub = conditions.find(({ adapter_id }) => adapter_id === 'stub');
  if (/\bexample\b/i.test(environment ?? '')) return `its environment_label is "${environment}"`;
  if (stub) return `the adapter of its condition ${stub.id} is a stub`;
  if (model === undefined) return 'it has no model_label';
  return /^(none|stub|recorded calls|)$/i.test(model) ? `its model_label is "${model}"` : null;
}
