import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { noOptions } from '../../agents/adapter.ts';
import { chooseAgent } from '../../agents/external/choose-agent.ts';
import { reached, webOfModel } from '../models/model-play.ts';
import { type Call, type PlayedEpisode, type Playing, play } from '../play.ts';

const script = fileURLToPath(new URL('./acp-agent.mjs', import.meta.url));
export const goal: Call = ['open', { url: 'https://a.test/goal' }];
const done: Call = ['done', { success: true, answer: '42 metres' }];

export async function playAgent(
  calls: readonly Call[],
  flags = '',
  playing: Partial<Playing> = {},
): Promise<PlayedEpisode> {
  const command = `exec "${process.execPath}" "${script}" '${JSON.stringify(calls)}' ${flags}`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'acp' }, noOptions);
  expect(adapter.agent?.door).toBe('acp');
  return play({ web: webOfModel, success: reached, task: { judge: 'end' }, ...playing, adapter });
}

export async function expectPassed(flag: string): Promise<void> {
  const { result, trajectory, left, agentConfined } = await playAgent([goal, done], flag);
  expect(result).toMatchObject({ status: 'passed', steps: 1, selfReport: true, answer: '42 metres' });
  expect(trajectory.steps[0]?.call).toMatchObject({ tool: 'open', args: { url: 'https://a.test/goal' } });
  expect([agentConfined, left]).toEqual([true, []]);
}

export async function expectNotPlayed(flag: string, words: string): Promise<void> {
  const { result, left } = await playAgent([], flag);
  expect(result.status).toBe('adapter_error');
  expect(result.error).toContain(words);
  expect(left).toEqual([]);
}
