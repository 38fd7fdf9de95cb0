import { expect, test } from 'vitest';
import { devtools } from '../../servers/devtools.ts';
import { expectSteps, goal, playAgent, script, start } from '../../testing/guests/cdp-agent.ts';
import { reached, webOfModel } from '../../testing/models/model-play.ts';
import { play } from '../../testing/play.ts';
import { noOptions } from '../adapter.ts';
import { chooseAgent } from './choose-agent.ts';

test('an agent that drives the browser itself passes; its actions are the steps, a file has its answer', async () => {
  const { result, trajectory, tools, left, agentConfined } = await playAgent(
    [start, goal],
    `'--answers={"success":true,"answer":"42 metres"}'`,
  );
  expect(result).toMatchObject({ status: 'passed', steps: 2, selfReport: true, answer: '42 metres' });
  expect(trajectory.steps[1]?.call).toEqual({ tool: 'navigate', args: { url: 'https://a.test/goal' } });
  expect(tools).toEqual(['navigate', 'navigate']);
  expect([agentConfined, left]).toEqual([true, []]);
});

test.each([''])('scripts that run on are one step, a library that looks is none (%s)', expectSteps);

test('what it wants to do past the last step is not done', async () => {
  const { result, tools, facts } = await playAgent([start, start, goal], '', { maxSteps: 2 });
  expect(result).toMatchObject({ status: 'max_steps', steps: 2 });
  expect(tools).toHaveLength(2);
  expect(facts?.first.url).toBe('https://a.test/');
});

test('it reaches the browser and its gateway, and reads no file of this machine by its answer', async () => {
  const adapter = await chooseAgent(
    {
      command: `node "${script}" '${JSON.stringify([goal])}'; ln -s /etc/hostname "$ANSWER_FILE"; echo "ANSWER: here"`,
      id: 'ours',
      door: 'cdp',
    },
    noOptions,
  );
  const { result } = await play({
    web: webOfModel,
    success: reached,
    task: { judge: 'end' },
    server: devtools,
    adapter,
  });
  expect(result).toMatchObject({ status: 'passed', answer: 'here' });
});
