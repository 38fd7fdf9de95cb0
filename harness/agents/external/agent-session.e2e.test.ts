import { expect, test } from 'vitest';
import { expectHint, expectPassed, goal, playAgent } from '../../testing/guests/mcp-agent.ts';

test.each([''])('an agent over its door passes, and what it did and said is the episode (%s)', expectPassed);

test('an agent that ends without a word for it has no self-report, and the answer of its last line', async () => {
  const { result, agentOutput } = await playAgent([goal], '');
  expect(result).toMatchObject({
    status: 'passed',
    selfReport: null,
    answer: '42 metres',
    stopReason: 'exit code 0',
  });
  expect(agentOutput).toContain('I am through.\nANSWER: 42 metres');
});

test('an agent that never ends is ended with the time, and with it all that it started', async () => {
  const { result, left } = await playAgent([['wait', { ms: 1 }]], '--never-ends --stubborn --forks', {
    maxDurationMs: 4000,
  });
  expect(result.status).toBe('timeout');
  expect(left).toEqual([]);
});

test('one that fails before it asks for anything is no agent that played', async () => {
  const { result } = await playAgent([], '--fails');
  expect(result.status).toBe('adapter_error');
  expect(result.error).toContain('ours ended with 3 before it asked for anything: no such model');
});

test.each([['sh nowhere.sh', 'it runs in an empty folder of its own']])(
  'the mistake of a first line is met with a hint: %s',
  expectHint,
);
