import { expect, test } from 'vitest';
import { expectNotPlayed, expectPassed, goal, playAgent } from '../../testing/guests/acp-agent.ts';
import { reached, webOfModel } from '../../testing/models/model-play.ts';
import { play } from '../../testing/play.ts';
import { noOptions } from '../adapter.ts';
import { chooseAgent } from './choose-agent.ts';

test.each(['--stubborn', '--broken'])(
  'an agent that speaks ACP is prompted, allowed its calls, and says when it is done (%s)',
  expectPassed,
);

test('the end of its turn ends the episode, and its answer is what it said last', async () => {
  const { result, left } = await playAgent([goal], '--stubborn');
  expect(result).toMatchObject({ status: 'passed', selfReport: null, answer: '42 metres' });
  expect(left).toEqual([]);
});

test.each([['--leaves', 'ours ended with 3 before it asked for anything: over ACP: ']])(
  'one that breaks off before it asks for anything is no agent that played (%s)',
  expectNotPlayed,
);

test('one that speaks no ACP ends with the time, and nothing of it is left', async () => {
  const adapter = await chooseAgent(
    { command: 'echo Welcome; sleep 600', id: 'ours', door: 'acp' },
    noOptions,
  );
  const { result, left } = await play({
    web: webOfModel,
    success: reached,
    maxDurationMs: 3000,
    adapter,
  });
  expect(result.status).toBe('timeout');
  expect(left).toEqual([]);
});
