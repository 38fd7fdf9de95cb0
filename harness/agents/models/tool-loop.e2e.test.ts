import { describe, expect, test } from 'vitest';
import type { Reply } from '../../testing/model-apis/stand-in-api.ts';
import { playModel, toGoal } from '../../testing/models/model-play.ts';
import { inTurn, loopCases } from '../../testing/models/vendor-cases.ts';

describe.each(inTurn(loopCases))('$vendor', ({ name, play }) => {
  test(name, play);
});

// The loop is one for all vendors: what it alone decides is asked of it once.

test('an answer that costs more than was expected is acted on; the next request is not sent', async () => {
  const { result, api } = await playModel('claude', () => ({ ...toGoal, usage: { input: 900_000 } }));
  expect(result).toMatchObject({ status: 'budget_exceeded', usd: 1.8001, toolCalls: 1 });
  expect(result.overshootUsd).toBeCloseTo(1.3001, 10);
  expect(api.requests).toHaveLength(1);
});

test('a turn without a call is nudged once; the second one ends the episode without a report', async () => {
  const { result, api } = await playModel('claude', () => ({ text: 'I will now click.' }));
  expect(result).toMatchObject({ status: 'failed', selfReport: null, answer: null, stopReason: 'end_turn' });
  expect(api.requests).toHaveLength(2);
  expect(JSON.stringify(api.requests[1]?.body)).toContain('You called no tool.');
});

test('a model that says it failed is believed in the report, and judged by the page all the same', async () => {
  const gaveUp: Reply = { calls: [{ tool: 'done', args: { success: false } }] };
  const { result } = await playModel('claude', ({ number }) => (number === 1 ? toGoal : gaveUp));
  expect(result).toMatchObject({ status: 'passed', selfReport: false, answer: null });
});
