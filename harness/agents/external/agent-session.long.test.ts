import { expect, test } from 'vitest';
import { done, expectHint, expectPassed, goal, playAgent } from '../../testing/guests/mcp-agent.ts';
import type { Call } from '../../testing/play.ts';

test.each(['--stdio'])(
  'an agent over its door passes, and what it did and said is the episode (%s)',
  expectPassed,
);

test('calls that are made at once are played one after the other', async () => {
  const { result, trajectory } = await playAgent(
    [['wait', { ms: 50 }], goal, ['wait', { ms: 1 }]],
    '--twice',
  );
  expect(result).toMatchObject({ status: 'passed', steps: 3 });
  expect(trajectory.steps.map(({ call }) => call.tool)).toEqual(['wait', 'open', 'wait']);
});

test('a call after done is no step', async () => {
  const { result, left } = await playAgent([goal, done], '--after-done');
  expect(result).toMatchObject({ status: 'passed', steps: 1 });
  expect(left).toEqual([]);
});

test.each(['--forks', '--stubborn --never-ends', '--writes', '--speaks', '--broken'])(
  'an agent with %s has its row, and nothing of it is left',
  async (flags) => {
    const { result, left } = await playAgent([goal, done], flags);
    expect(result).toMatchObject({ status: 'passed', steps: 1 });
    expect(left).toEqual([]);
  },
);

test('steps are counted as of any agent', async () => {
  const calls: Call[] = Array.from({ length: 8 }, () => ['wait', { ms: 1 }]);
  const { result } = await playAgent(calls, '', { maxSteps: 3 });
  expect(result).toMatchObject({ status: 'max_steps', steps: 3 });
});

test.each([['echo x > /sys/log.txt', 'only its own folder, HOME and TMPDIR can be written to']])(
  'the mistake of a first line is met with a hint: %s',
  expectHint,
);
