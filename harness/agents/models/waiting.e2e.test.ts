import { describe, expect, test } from 'vitest';
import { playModel } from '../../testing/models/model-play.ts';
import { inTurn, waitingCases } from '../../testing/models/vendor-cases.ts';

describe.each(inTurn(waitingCases))('$vendor', ({ name, play }) => {
  test(name, play);
});

test('an announced wait of more than ten minutes is an error of the API at once', async () => {
  const { result } = await playModel('claude', () => ({
    status: 429,
    headers: { 'retry-after': '601' },
  }));
  expect(result).toMatchObject({
    status: 'model_error',
    error: 'the API answers 429; an episode waits 600 s at the most, and it asks for 601 s',
    steps: 0,
    requests: 0,
  });
});

test('a flagged prompt is a refusal of this task alone', async () => {
  const flagged = await playModel('openai', () => ({ status: 403, message: 'flagged_input: violence' }));
  expect(flagged.result.status).toBe('model_refused');
  expect(flagged.refusal).toBeNull();
});
