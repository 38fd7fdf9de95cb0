import { fileURLToPath } from 'node:url';
import { noModelOptions, noOptions } from '../adapters/adapter.ts';
import { agentAdapter } from '../foreign-agent/agent-adapter.ts';
import { agentApis } from '../foreign-agent/agent-apis.ts';
import { agentOfCommand, playerOf } from '../foreign-agent/own-agent.ts';
import type { Reply, Script } from '../stand-in-wire/script.ts';
import { startVendor, type Vendor } from '../stand-ins/start-vendor.ts';
import { price, reached, webOfModel } from '../test-models/model-play.ts';
import { type PlayedEpisode, type Playing, play } from '../testing/play.ts';

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
