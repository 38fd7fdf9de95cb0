import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../results/examples/example-run.ts';
import { withToolChoice } from '../results/records/comparability-key.ts';
import type { ModelRecord } from '../results/records/run-identity.ts';
import { folderOf } from '../testing/folder-of.ts';
import type { Plan, PlannedRun } from './plan.ts';
import { isSameModel, resumeRuns } from './resume.ts';

const model: ModelRecord = {
  ...{ asked: 'one', answered: null, api: 'chat', endpoint: 'vendor' },
  ...{ effort: null, maxTokens: 1000 },
};

test('a run goes on with the model that played it, whichever version of it answered', () => {
  expect(isSameModel({ ...model, answered: 'one-2026' }, model)).toBe(true);
  expect(isSameModel(null, null)).toBe(true);
});

test.each<Partial<ModelRecord>>([
  { asked: 'other' },
  { api: 'responses' },
  { endpoint: 'private' },
  { effort: 'high' },
  { maxTokens: 2000 },
])('a run does not go on with a model of another %o', (change) => {
  expect(isSameModel({ ...model, ...change }, model)).toBe(false);
});

test('a run without a model does not go on with one', () => {
  expect(isSameModel(null, model)).toBe(false);
});

test.each(['required', undefined] as const)(
  'a run whose warm-up found the choice of tools %s goes on with it',
  async (toolChoice) => {
    const runId = '20260102T030405Z-abcdef-webvoyager';
    const episodes = [exampleResult({ taskId: 'one' })];
    const run = exampleRun({ runId, suite: 'webvoyager', config: { kind: 'model', model: 'm' }, episodes });
    const planned = withToolChoice({ ...run, episodes: [] }, undefined);
    const stored = withToolChoice({ ...run, complete: false }, toolChoice);
    const out = await folderOf({ [`${runId}.json`]: JSON.stringify(stored) });
    const scheduled = ['one', 'two'].map((id) => ({ file: { task: { id } }, trial: 1 }));
    // A plan has more parts, which are not read here.
    const plan = [{ run: planned, scheduled, order: [], notRun: [] }] as unknown as PlannedRun[];
    const options = { out, resume: runId };
    const [resumed] = await resumeRuns(plan, {
      options,
      resultsFolder: null,
      checkout: {},
    } as unknown as Plan);
    expect(resumed?.run.config.toolChoice).toBe(toolChoice);
    expect(resumed?.run.config.comparabilityKey).toBe(stored.config.comparabilityKey);
    expect(resumed?.scheduled.map(({ file }) => file.task.id)).toEqual(['two']);
  },
);
