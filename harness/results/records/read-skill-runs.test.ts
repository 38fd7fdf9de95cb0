import { expect, test } from 'vitest';
import { exampleSkillRun } from '../examples/example-skill-run.ts';
import { noResultOfSkills } from './read-skill-runs.ts';

const run = (metadata: Record<string, string>, adapter_id?: string) => ({
  ...exampleSkillRun(metadata),
  conditions: [{ id: 'no_skill' }, { id: 'self_generated_skill', ...(adapter_id ? { adapter_id } : {}) }],
});

test.each([
  [run({ model_label: 'none', environment_label: 'example' }), 'its environment_label is "example"'],
  [run({ model_label: 'a-model' }, 'stub'), 'the adapter of its condition self_generated_skill is a stub'],
  [run({ model_label: 'none' }), 'its model_label is "none"'],
  [run({ model_label: 'recorded calls' }), 'its model_label is "recorded calls"'],
  [run({}), 'it has no model_label'],
  [run({ model_label: 'a-model', environment_label: 'hermetic web' }), null],
])('%j is told', (record, why) => {
  expect(noResultOfSkills(record)).toBe(why);
});
