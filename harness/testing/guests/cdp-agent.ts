import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { noOptions } from '../../agents/adapter.ts';
import { chooseAgent } from '../../agents/external/choose-agent.ts';
import { devtools } from '../../servers/devtools.ts';
import { reached, webOfModel } from '../models/model-play.ts';
import { type PlayedEpisode, type Playing, play } from '../play.ts';

type Command = [method: string, params: object];

export const script = fileURLToPath(new URL('./cdp-agent.mjs', import.meta.url));
export const goal: Command = ['Page.navigate', { url: 'https://a.test/goal' }];
export const start: Command = ['Page.navigate', { url: 'https://a.test/' }];
const evaluate = (expression: string): Command => ['Runtime.evaluate', { expression }];

export async function playAgent(
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

export async function expectSteps(flag: string): Promise<void> {
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
}
