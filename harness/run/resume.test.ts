import { expect, test } from 'vitest';
import type { ModelRecord } from '../results/records/run-identity.ts';
import { isSameModel } from './resume.ts';

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
