import { fileURLToPath } from 'node:url';
import { noModelOptions, noOptions } from '../../agents/adapter.ts';
import { agentAdapter } from '../../agents/external/agent-adapter.ts';
import { agentApis } from '../../agents/external/agent-apis.ts';
import { agentOfCommand, playerOf } from '../../agents/external/own-agent.ts';
import { startVendor, type Vendor } from '../model-apis/start-vendor.ts';
import type { Reply, Script } from '../model-apis/wire/script.ts';
import { price, reached, webOfModel } from '../models/model-play.ts';
import { type PlayedEpisode, type Playing, play } from '../play.ts';

const script = fileURLToPath(new URL('./model-agent.mjs', import.meta.url));
export const model = 'claude-sonnet-5-5';
export const toGoal: Reply = { calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
export const done: Reply = { calls: [{ tool: 'done', args: { success: true, answer: '42 metres' } }] };

/** An agent with a model of its own, against an API that refuses what the vendor refuses. */
export async function playWithModel(
  says: Script,
  {
    flags = '',
    maxUsd = null,
    ...playing
  }: { flags?: string; maxUsd?: number | null } & Partial<Playing> = {},
): Promise<PlayedEpisode & Pick<Vendor, 'requests'>> {
  await using vendor = await startVendor('anthropic-messages', says);
  const own = { ...agentOfCommand('ours', `exec node "${script}" ${flags}`), api: 'messages' as const };
  const readEnd = (output: string) => {
    const last = output.trim().split('\n').at(-1) ?? '';
    return { words: null, stopReason: null, claimed: last.startsWith('{') ? JSON.parse(last) : null };
  };
  const adapter = agentAdapter({ ...playerOf(own, model), readEnd }, agentApis.messages, {
    ...noOptions,
    env: {
      OPENCHROME_BENCH_REAL: '1',
      ANTHROPIC_BASE_URL: vendor.baseUrl,
      ANTHROPIC_API_KEY: vendor.key,
    },
    model: { ...noModelOptions, name: model, price, maxUsd },
  });
  const played = await play({
    web: webOfModel,
    success: reached,
    task: { judge: 'end' },
    ...playing,
    adapter,
  });
  return { ...played, requests: vendor.requests };
}
