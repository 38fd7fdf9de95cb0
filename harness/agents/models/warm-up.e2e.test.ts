import { expect, test } from 'vitest';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { startVendor, type VendorOptions } from '../../testing/model-apis/start-vendor.ts';
import { agentOf, modelTask, oneTool, saysDone } from '../../testing/models/vendor-agent.ts';
import { ways } from '../../testing/models/ways.ts';
import { turnOf } from '../../testing/turn-of.ts';

/** Warms up the model of a stand-in, and then plays the first turn of an episode on it. */
async function warmedUp(
  dialect: string,
  { mostUsd = null, model, ...options }: VendorOptions & { mostUsd?: number | null; model?: string } = {},
) {
  await using vendor = await startVendor(dialect, saysDone, options);
  const adapter = await agentOf(dialect, vendor, { name: model ?? null });
  const warm = await adapter.spending?.warmUp?.({
    ...{ task: modelTask, tools: oneTool, mostUsd, toolChoice: null },
    instructions: 'Look before you click.',
    signal: new AbortController().signal,
  });
  const tested = [...vendor.requests];
  const refusal = adapter.spending?.refusal() ?? null;
  const opened = await adapter.open(modelTask, guestServer());
  if (refusal === null && 'session' in opened) {
    opened.session.meetTools?.(oneTool);
    await opened.session.next(null, turnOf());
    await opened.session.end?.();
  }
  return { ...warm, refusal, tested, played: vendor.requests.slice(tested.length) };
}

test.each(['ollama', 'lm-studio', 'vllm', 'llama-server'])(
  'one request to %s tests its API with the prompt and the tools of a run, and is counted',
  async (dialect) => {
    const { note, refusal, use, tested, played } = await warmedUp(dialect);
    expect([note, refusal]).toEqual(['the model called a tool', null]);
    expect(use).toMatchObject({ requests: 1, usd: expect.any(Number) });
    expect(use?.tokens?.input).toBeGreaterThan(0);
    expect(tested).toHaveLength(1);
    const [warm, first] = [tested[0]?.body, played[0]?.body];
    expect(warm?.tools).toEqual(first?.tools);
    const system = { role: 'system', content: expect.stringContaining('You operate a web browser') };
    for (const body of [warm, first]) expect(body?.messages).toMatchObject([system, { role: 'user' }]);
    expect(JSON.stringify(warm)).toContain('Look before you click.');
    expect(JSON.stringify(warm)).not.toContain('Get there.');
  },
);

test.each([
  ['ollama', 'gemma:no-tools', /does not support tools/],
  ['vllm', 'without-tool-parser', /requires --enable-auto-tool-choice/],
  ['llama-server', 'without-jinja', /requires --jinja/],
  ['lm-studio', 'nobody-9', /is not loaded/],
])('%s with %s: no task can be played, and the run ends after one request', async (dialect, model, why) => {
  const { refusal, tested, use } = await warmedUp(dialect, { model });
  expect(refusal).toMatch(why);
  expect(tested).toHaveLength(1);
  expect(use).toBeNull();
});

test.each(['lm-studio', 'vllm', 'llama-server'])(
  'a tool list that does not fit the context of %s ends the run with the size of the list',
  async (dialect) => {
    const small = [{ id: ways[dialect]?.model ?? '', window: 150, maxOutput: 150, reasons: false }];
    const { refusal } = await warmedUp(dialect, { models: small });
    expect(refusal).toMatch(/the first request.* does not fit the context of the model, with 2 tools/);
  },
);

test('a shorter context than expected is found by the warm-up, and costs the first task no refusal', async () => {
  const small = [{ id: 'served-model', window: 8192, maxOutput: 8192, reasons: false }];
  const { refusal, tested, played } = await warmedUp('vllm', { models: small });
  expect(refusal).toBeNull();
  expect(tested.map(({ refused }) => refused)).toEqual(['max-tokens', null]);
  expect(played.map(({ refused }) => refused)).toEqual([null]);
});

test('a schema that the host cannot compile into a grammar ends the run', async () => {
  const warmUp = () => ({ status: 400, message: 'failed to parse grammar' });
  const { refusal } = await warmedUp('llama-server', { warmUp });
  expect(refusal).toBe("the API rejects a schema of the server's tools: failed to parse grammar");
});

test('a call that comes as text ends the run, and its cost is known', async () => {
  const text = '<tool_call>{"name": "done", "arguments": {"success": true}}</tool_call>';
  const { refusal, use, tested } = await warmedUp('llama-server', { warmUp: () => ({ text }) });
  expect(refusal).toMatch(/does not parse the model's tool calls, and passes them on as text: .*--jinja/);
  expect(use).toMatchObject({ requests: 1, usd: expect.any(Number) });
  expect(tested).toHaveLength(1);
});

test.each([
  ['words', { text: 'I am ready.' }, /^the model made no tool call; it wrote: "I am ready\."/],
  ['an answer that is cut', { text: 'I am', cut: true }, /^the answer was cut at 16384 tokens/],
  ['a refusal', { end: 'refusal' as const, text: 'I will not.' }, /^the model stopped: refusal/],
])('%s in place of a call do not end the run, for a task may go better', async (_, reply, says) => {
  const { refusal, note, tested } = await warmedUp('ollama', { warmUp: () => reply });
  expect(refusal).toBeNull();
  expect(note).toMatch(says);
  expect(tested).toHaveLength(1);
});

test('a warm-up that does not fit the limit of the run is not sent', async () => {
  const { note, tested, use } = await warmedUp('ollama', { mostUsd: 0.000_001 });
  expect(note).toMatch(/the next request would cost about/);
  expect([tested, use]).toEqual([[], null]);
});
