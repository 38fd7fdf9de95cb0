import { expect, test } from 'vitest';
import { startVendor } from '../../testing/model-apis/start-vendor.ts';
import type { Script } from '../../testing/model-apis/wire/script.ts';
import { price } from '../../testing/models/model-play.ts';
import { modelTask, oneTool, saysDone } from '../../testing/models/vendor-agent.ts';
import { turnOf } from '../../testing/turn-of.ts';
import type { Api, Json } from './apis/api.ts';
import { chat } from './apis/chat.ts';
import { gemini } from './apis/gemini.ts';
import { messages } from './apis/messages.ts';
import { responses } from './apis/responses.ts';
import { openModelProxy } from './proxy/model-proxy.ts';
import { type HostState, ToolLoop } from './tool-loop.ts';
import { warmUp } from './warm-up.ts';

/** Warms up a model with a forced call, as at the vendor's own address, and plays the first turn of an episode. */
async function forcedOn(
  dialect: string,
  [api, model]: readonly [Api, string],
  { script, toolChoice = null }: { script?: Script; toolChoice?: 'auto' | 'required' | null } = {},
) {
  await using vendor = await startVendor(dialect, saysDone, script ? { warmUp: script } : {});
  const ended: string[] = [];
  const host: HostState = { window: 100_000, maxTokens: 4096, quirks: new Set() };
  const endRun = (why: string) => void ended.push(why);
  const openProxy = () =>
    openModelProxy({
      upstreams: [{ api, baseUrl: vendor.baseUrl, key: vendor.key }],
      priceOf: () => price,
      capUsd: 0.5,
      clock: { pause: () => {}, resume: () => {} },
      ended: endRun,
    });
  const loop = { api, model, effort: null, host, endRun };
  const found = await warmUp(
    { ...loop, forced: api.forcedCalls(model), skill: null, openProxy, refusal: () => ended[0] ?? null },
    {
      ...{ task: modelTask, tools: oneTool, toolChoice, instructions: null, mostUsd: null },
      signal: new AbortController().signal,
    },
  );
  const tested = vendor.requests.map(({ refused }) => refused);
  const session = new ToolLoop({ ...loop, prompt: { system: 'Act.', task: 'Go.' }, openProxy });
  session.meetTools(oneTool);
  if (ended.length === 0) await session.next(null, turnOf());
  await session.end();
  const { body = {}, refused } = vendor.requests.at(-1) ?? {};
  return { ...found, ended, tested, body, refused };
}

/** The field of a request that forces a call, whatever its API. */
const choiceIn = ({ tool_choice, toolConfig }: Json) => tool_choice ?? toolConfig ?? null;

test.each<[string, readonly [Api, string], unknown]>([
  ['openai-responses', [responses, 'gpt-6.1-sol'], 'required'],
  ['openai-chat', [chat, 'gpt-4.1'], 'required'],
  ['mistral', [chat, 'mistral-large-latest'], 'required'],
  ['gemini', [gemini, 'gemini-3.8-flash'], { functionCallingConfig: { mode: 'ANY' } }],
  ['anthropic-messages', [messages, 'claude-haiku-4-5'], { type: 'any' }],
])('%s takes a forced call, and each request of an episode has it', async (dialect, api, choice) => {
  const { toolChoice, tested, body, refused, ended } = await forcedOn(dialect, api);
  expect([toolChoice, tested, ended]).toEqual(['required', [null], []]);
  expect([choiceIn(body), refused]).toEqual([choice, null]);
});

test('no call is forced from a model of Claude that thinks', async () => {
  const { toolChoice, tested, body } = await forcedOn('anthropic-messages', [messages, 'claude-sonnet-5-5']);
  expect([toolChoice, tested, choiceIn(body)]).toEqual(['auto', [null], null]);
});

test('a host that rejects a forced call is asked again without it, and so is every episode', async () => {
  const { toolChoice, tested, body, refused, ended } = await forcedOn('deepseek', [chat, 'deepseek-v4-pro']);
  expect([toolChoice, tested, ended]).toEqual(['auto', ['forced-thinking', null], []]);
  expect([choiceIn(body), refused]).toEqual([null, null]);
});

test('tools that are too complex for a forced call are played without it', async () => {
  let requests = 0;
  const script: Script = ({ tools: offered }) => {
    requests += 1;
    if (requests === 1) return { refuse: 'too-many-states' };
    return { calls: [{ tool: offered.at(-1) ?? '', args: { success: true } }] };
  };
  const { toolChoice, tested, ended } = await forcedOn('gemini', [gemini, 'gemini-3.8-flash'], { script });
  expect([toolChoice, tested, ended]).toEqual(['auto', ['too-many-states', null], []]);
});

test('a run that goes on keeps to the choice of its first part', async () => {
  const model = [chat, 'gpt-4.1'] as const;
  const auto = await forcedOn('openai-chat', model, { toolChoice: 'auto' });
  expect([auto.toolChoice, choiceIn(auto.body)]).toEqual(['auto', null]);
  const forced = await forcedOn('deepseek', [chat, 'deepseek-v4-pro'], { toolChoice: 'required' });
  expect(forced.ended).toEqual([expect.stringContaining('Thinking mode does not support this tool_choice')]);
  expect(forced.tested).toEqual(['forced-thinking']);
});
