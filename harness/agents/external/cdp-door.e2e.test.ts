import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { devtools } from '../../servers/devtools.ts';
import { answered, reached, webOfModel } from '../../testing/models/model-play.ts';
import { type PlayedEpisode, type Playing, play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

type Command = [method: string, params: object];

const script = fileURLToPath(new URL('../../testing/guests/cdp-agent.mjs', import.meta.url));
const goal: Command = ['Page.navigate', { url: 'https://a.test/goal' }];
const start: Command = ['Page.navigate', { url: 'https://a.test/' }];
const evaluate = (expression: string): Command => ['Runtime.evaluate', { expression }];

async function playAgent(
  commands: readonly Command[],
  flags = '',
  playing: Partial<Playing> = {},
): Promise<PlayedEpisode & { tools: string[] }> {
  const command = `"${process.execPath}" "${script}" '${JSON.stringify(commands)}' ${flags}`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'cdp' }, noOptions);
  const task = { judge: 'end' } as const;
  const played = await play({
    web: webOfModel,
    success: reached,
    task,
    server: devtools,
    ...playing,
    adapter,
  });
  return { ...played, tools: played.trajectory.steps.map(({ call }) => call.tool) };
}

test('an agent that drives the browser itself passes; its actions are the steps, a file has its answer', async () => {
  const { result, trajectory, tools, left, agentConfined } = await playAgent(
    [start, goal],
    `'--answers={"success":true,"answer":"42 metres"}'`,
    answered,
  );
  expect(result).toMatchObject({ status: 'passed', steps: 2, selfReport: true, answer: '42 metres' });
  expect(trajectory.steps[1]?.call).toEqual({ tool: 'navigate', args: { url: 'https://a.test/goal' } });
  expect(tools).toEqual(['navigate', 'navigate']);
  expect([agentConfined, left]).toEqual([true, []]);
});

test.each(sized([''], ['', '--at-once']))(
  'scripts that run on are one step, a library that looks is none (%s)',
  async (flag) => {
    const { result, tools } = await playAgent(
      [
        ['Page.createIsolatedWorld', { frameId: 'none' }],
        evaluate('document.title'),
        evaluate('document.links.length'),
        ['Page.captureScreenshot', {}],
        evaluate('document.title'),
        goal,
        ['Input.dispatchMouseEvent', { type: 'mousePressed', x: 1, y: 1, button: 'left', clickCount: 1 }],
        ['Input.dispatchMouseEvent', { type: 'mouseReleased', x: 1, y: 1, button: 'left', clickCount: 1 }],
        ['Input.insertText', { text: 'Ada' }],
        ['Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', text: 'a' }],
        ['Input.dispatchKeyEvent', { type: 'keyUp', key: 'a' }],
        ['Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Tab' }],
        ['DOM.getDocument', {}],
      ],
      flag,
    );
    expect(tools).toEqual(['evaluate', 'screenshot', 'evaluate', 'navigate', 'click', 'type', 'press']);
    expect(result.status).toBe('passed');
  },
);

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

test('one that connected has acted: a browser that it ends is its own doing, though no step shows', async () => {
  const { result, trajectory } = await playAgent([['DOM.getDocument', {}]], '--closes');
  expect(trajectory).toMatchObject({ connected: true, steps: [] });
  expect(result).toMatchObject({ status: 'failed', error: 'the browser is gone' });
});

if (isLong) {
  test('a file that is no JSON is the answer itself', async () => {
    const { result } = await playAgent([goal], `'--answers=42 metres'`);
    expect(result).toMatchObject({ status: 'passed', selfReport: null, answer: '42 metres' });
  });

  test('one that connects and does nothing has failed, one that never connects is no agent that played', async () => {
    const { result } = await playAgent([['DOM.getDocument', {}]]);
    expect(result).toMatchObject({ status: 'failed', steps: 0 });
    const adapter = await chooseAgent({ command: 'exit 3', id: 'ours', door: 'cdp' }, noOptions);
    const idle = await play({ web: webOfModel, success: reached, server: devtools, adapter });
    expect(idle.result.status).toBe('adapter_error');
  });
}
