import { expect, test } from 'vitest';
import { expectSteps, goal, playAgent } from '../../testing/guests/cdp-agent.ts';

test.each(['--at-once'])('scripts that run on are one step, a library that looks is none (%s)', expectSteps);

test('a file that is no JSON is the answer itself', async () => {
  const { result } = await playAgent([goal], `'--answers=42 metres'`);
  expect(result).toMatchObject({ status: 'passed', selfReport: null, answer: '42 metres' });
});

test('one that does nothing to the browser is no agent that played', async () => {
  const { result } = await playAgent([['DOM.getDocument', {}]]);
  expect(result.status).toBe('adapter_error');
});
