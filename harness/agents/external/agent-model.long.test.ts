import { expect, test } from 'vitest';
import { playWithModel, toGoal } from '../../testing/guests/model-agent.ts';

test('an API that takes no key is no failure of the agent', async () => {
  const { result } = await playWithModel(() => ({ refuse: 'credit-spent' }));
  expect(result.status).toBe('model_error');
});

test('a model that ends in words has no self-report', async () => {
  const { result } = await playWithModel(({ number }) => (number === 1 ? toGoal : { text: 'I am there.' }));
  expect(result).toMatchObject({ status: 'passed', selfReport: null });
});
