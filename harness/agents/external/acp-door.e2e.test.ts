import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answered, reached, webOfModel } from '../../testing/models/model-play.ts';
import { type Call, type PlayedEpisode, play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

const script = fileURLToPath(new URL('../../testing/guests/acp-agent.mjs', import.meta.url));
const goal: Call = ['open', { url: 'https://a.test/goal' }];
const done: Call = ['done', { success: true, answer: '42 metres' }];

async function playAgent(calls: readonly Call[], flags: string): Promise<PlayedEpisode> {
  const command = `exec "${process.execPath}" "${script}" '${JSON.stringify(calls)}' ${flags}`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'acp' }, noOptions);
  expect(adapter.agent?.door).toBe('acp');
  return play({ web: webOfModel, ...answered, adapter });
}

const byWords = [[goal], '', null] as const;
const byDone = ['', '--stubborn', '--broken'].map((flag) => [[goal, done], flag, true] as const);

test.each(sized([byWords], [byWords, ...byDone]))(
  'an ACP agent gets the prompt and its permissions, and answers at its end (%j %s)',
  async (calls, flag, selfReport) => {
    const { result, trajectory, left, agentConfined } = await playAgent(calls, flag);
    expect(result).toMatchObject({ status: 'passed', steps: 1, selfReport, answer: '42 metres' });
    expect(trajectory.steps[0]?.call).toMatchObject({ tool: 'open', args: { url: 'https://a.test/goal' } });
    expect([agentConfined, left]).toEqual([true, []]);
  },
);

const breaksOff = ['--fails', 'before it asked for anything: over ACP: no such model'] as const;
const leaves = ['--leaves', 'ours ended with 3 before it asked for anything: over ACP: '] as const;

if (isLong) {
  test.each(sized([breaksOff], [breaksOff, leaves]))(
    'an agent that breaks off before its first request has not played (%s)',
    async (flag, words) => {
      const { result, left } = await playAgent([], flag);
      expect(result.status).toBe('adapter_error');
      expect(result.error).toContain(words);
      expect(left).toEqual([]);
    },
  );
}

if (isLong) {
  test('the end of its turn ends the episode, and its answer is in its last message', async () => {
    const { result, left } = await playAgent([goal], '--stubborn');
    expect(result).toMatchObject({ status: 'passed', selfReport: null, answer: '42 metres' });
    expect(left).toEqual([]);
  });

  test('an agent without ACP ends at the time limit, with all its processes', async () => {
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
}
