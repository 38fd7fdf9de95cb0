import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { noOptions } from '../../agents/adapter.ts';
import { chooseAgent } from '../../agents/external/choose-agent.ts';
import { reached, webOfModel } from '../models/model-play.ts';
import { type Call, type PlayedEpisode, type Playing, play } from '../play.ts';

const script = fileURLToPath(new URL('./mcp-agent.mjs', import.meta.url));
export const goal: Call = ['open', { url: 'https://a.test/goal' }];
export const done: Call = ['done', { success: true, answer: '42 metres' }];

export async function playAgent(
  calls: readonly Call[],
  flags: string,
  playing: Partial<Playing> = {},
): Promise<PlayedEpisode> {
  const command = `exec "${process.execPath}" "${script}" '${JSON.stringify(calls)}' ${flags}`;
  const adapter = await chooseAgent({ command, id: 'ours' }, noOptions);
  return play({ web: webOfModel, success: reached, task: { judge: 'end' }, ...playing, adapter });
}

/** The agent speaks to its door by the flag. */
export async function expectPassed(flag: string): Promise<void> {
  const { result, trajectory, left, agentConfined } = await playAgent([goal, done], flag);
  expect(result).toMatchObject({
    status: 'passed',
    steps: 1,
    toolCalls: 1,
    selfReport: true,
    answer: '42 metres',
    usd: null,
    tokens: null,
  });
  expect(trajectory.steps[0]?.call).toMatchObject({ tool: 'open', args: { url: 'https://a.test/goal' } });
  expect(agentConfined).toBe(true);
  expect(left).toEqual([]);
}

export async function expectHint(command: string, hint: string): Promise<void> {
  const adapter = await chooseAgent({ command, id: 'ours' }, noOptions);
  const { result } = await play({ web: webOfModel, success: reached, adapter });
  expect(result.error).toContain(hint);
}
