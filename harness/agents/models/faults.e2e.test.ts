import { expect, test } from 'vitest';
import type { Reply, Script } from '../../testing/model-apis/wire/script.ts';
import { loopOn } from '../../testing/models/loop-on.ts';
import { ways } from '../../testing/models/ways.ts';

const toGoal: Reply = { calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
const done: Reply = { calls: [{ tool: 'done', args: { success: true } }] };
const always =
  (reply: Reply): Script =>
  () =>
    reply;
/** One fault, then a normal episode. */
const once =
  (reply: Reply): Script =>
  ({ number }) =>
    number === 1 ? reply : number === 2 ? toGoal : done;

type Fault = {
  dialect: string;
  script: Script;
  end: string;
  error?: RegExp;
  /** Whether its cost is known, partly known or unknown. */
  cost: 'known' | 'lower bound' | 'unknown';
  endsRun?: true;
};

const claude = 'anthropic-messages';
const faults: Record<string, Fault> = {
  'a refusal': {
    dialect: claude,
    script: always({ text: 'No.', end: 'refusal' }),
    end: 'model_refused',
    error: /refusal/,
    cost: 'known',
  },
  'a filtered answer': {
    dialect: 'openai-chat',
    script: always({ end: 'filtered' }),
    end: 'model_refused',
    error: /content_filter/,
    cost: 'known',
  },
  'a full context': {
    dialect: claude,
    script: always({ text: 'a', end: 'context-full' }),
    end: 'context_full',
    error: /model_context_window_exceeded/,
    cost: 'known',
  },
  'a pause': {
    dialect: claude,
    script: once({ text: 'Wait.', end: 'pause' }),
    end: 'done',
    cost: 'known',
  },
  'an answer that came to nothing': {
    dialect: 'openrouter',
    script: always({ end: 'failed' }),
    end: 'model_error',
    cost: 'known',
  },
  'an answer that came to nothing once': {
    dialect: 'openrouter',
    script: once({ end: 'failed' }),
    end: 'done',
    cost: 'known',
  },
  'an empty turn': { dialect: claude, script: once({}), end: 'done', cost: 'known' },
  'no usage': {
    dialect: claude,
    script: once({ ...toGoal, usage: 'none' }),
    end: 'done',
    cost: 'unknown',
  },
  'an empty usage': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, usage: 'empty' }),
    end: 'done',
    cost: 'unknown',
  },
  'half a usage': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, usage: 'partial' }),
    end: 'done',
    cost: 'unknown',
  },
  'a usage of nulls': {
    dialect: claude,
    script: once({ ...toGoal, usage: 'null' }),
    end: 'done',
    cost: 'unknown',
  },
  'a content of parts': {
    dialect: 'mistral',
    script: once({ text: 'Hm.', ...toGoal, misshapen: 'array-content' }),
    end: 'done',
    cost: 'known',
  },
  'a turn without content': { dialect: 'openai-chat', script: once({}), end: 'done', cost: 'known' },
  'white space before a call': {
    dialect: claude,
    script: once({ text: '\n\n', ...toGoal }),
    end: 'done',
    cost: 'known',
  },
  'arguments that break off': {
    dialect: 'vllm',
    script: once({ calls: [{ tool: 'open', args: '{"url": ' }] }),
    end: 'done',
    cost: 'known',
  },
  'arguments that are a list': {
    dialect: claude,
    script: once({ calls: [{ tool: 'open', args: ['x'] }] }),
    end: 'done',
    cost: 'known',
  },
  'arguments that are an object': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, misshapen: 'object-arguments' }),
    end: 'done',
    cost: 'known',
  },
  'a call without a function': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, misshapen: 'no-function' }),
    end: 'done',
    cost: 'known',
  },
  garbage: {
    dialect: claude,
    script: always({ transport: 'garbage' }),
    end: 'model_error',
    error: /broke off before its end/,
    cost: 'unknown',
  },
  'garbage once': {
    dialect: claude,
    script: once({ transport: 'garbage' }),
    end: 'done',
    cost: 'lower bound',
  },
  'a page of HTML': {
    dialect: claude,
    script: always({ transport: 'html' }),
    end: 'model_error',
    error: /invalid JSON/,
    cost: 'unknown',
  },
  'an empty object': {
    dialect: claude,
    script: always({ transport: 'empty-object' }),
    end: 'model_error',
    error: /broke off before its end/,
    cost: 'unknown',
  },
  'an error in a success': {
    dialect: claude,
    script: always({ transport: 'error-in-200' }),
    end: 'model_error',
    cost: 'unknown',
  },
  'an answer that is not streamed': {
    dialect: claude,
    script: once({ transport: 'other-form' }),
    end: 'done',
    cost: 'known',
  },
  'half an answer once': {
    dialect: claude,
    script: once({ transport: 'cut' }),
    end: 'done',
    cost: 'lower bound',
  },
  'a reset once': {
    dialect: claude,
    script: once({ transport: 'reset' }),
    end: 'done',
    cost: 'lower bound',
  },
  'spent credit': {
    dialect: claude,
    script: always({ refuse: 'credit-spent' }),
    end: 'model_error',
    error: /credit balance/,
    cost: 'known',
    endsRun: true,
  },
  'an unpaid bill': {
    dialect: claude,
    script: always({ refuse: 'billing' }),
    end: 'model_error',
    cost: 'known',
    endsRun: true,
  },
  'a spent quota': {
    dialect: 'openai-responses',
    script: always({ refuse: 'quota-spent' }),
    end: 'model_error',
    error: /current quota/,
    cost: 'known',
    endsRun: true,
  },
  'an empty balance': {
    dialect: 'deepseek',
    script: always({ refuse: 'balance-spent' }),
    end: 'model_error',
    error: /Insufficient Balance/,
    cost: 'known',
    endsRun: true,
  },
  'a rate limit once': {
    dialect: claude,
    script: once({ refuse: 'rate-limit', retryAfterS: 1 }),
    end: 'done',
    cost: 'known',
  },
  'an overload once': {
    dialect: claude,
    script: once({ refuse: 'overloaded' }),
    end: 'done',
    cost: 'known',
  },
  'another model that answers': {
    dialect: claude,
    script: once({ ...toGoal, answeredBy: 'claude-other' }),
    end: 'done',
    cost: 'known',
  },
};

test.each(Object.entries(faults))('%s ends an episode as the table says', async (_, fault) => {
  const { end, why, use, refusal } = await loopOn(fault.dialect, fault.script);
  expect([end, why]).toEqual([fault.end, fault.error ? expect.stringMatching(fault.error) : why]);
  expect(refusal !== null).toBe(fault.endsRun === true);
  // Never NaN, and never 0 for an unknown value.
  expect(use?.usd === null || Number.isFinite(use?.usd)).toBe(true);
  const cost = use?.usd === null ? 'unknown' : use?.isLowerBound ? 'lower bound' : 'known';
  expect(cost).toBe(fault.cost);
});

test.each(['hang', 'drip'] as const)(
  'an API whose answer is a %s has not answered when the episode is ended from outside',
  async (transport) => {
    const { end, silence, use } = await loopOn(claude, always({ transport }), { limitMs: 500 });
    expect(end).toBe('threw');
    expect(silence).toMatch(/^the API had not answered a request for \d+ s when the time was up$/);
    expect(use).toMatchObject({ usd: null, tokens: null, isLowerBound: true });
  },
);

test('the model that answered is recorded, not the requested one', async () => {
  const { use } = await loopOn(claude, once({ ...toGoal, answeredBy: 'claude-other' }));
  expect(use?.answered).toBe('claude-other, claude-sonnet-5-5');
});

test('a tool list that the host rejects is a server error at once; a long description is cut', async () => {
  const many = Array.from({ length: 150 }, (_, index): [string] => [`extra ${index}`]);
  const refused = await loopOn('openai-chat', always(done), { more: many });
  expect(refused).toMatchObject({
    end: 'tool_error',
    why: expect.stringMatching(
      /^the API rejects the 152 tools of the server: Invalid 'tools': array too long/,
    ),
  });
  const wordy = await loopOn('openai-responses', always(done), { more: [['read', 'word '.repeat(700)]] });
  expect(wordy).toMatchObject({ end: 'done', rules: ['tool-description'] });
});

test('a host with deviations gets a second, reduced request', async () => {
  const { end, rules } = await loopOn('strict-hosts', once({ text: 'No call.' }));
  expect([end, rules]).toEqual(['done', ['null-beside-calls']]);
});

test('the error quotes a model that makes no call, or writes a later call as text', async () => {
  const wrote = async (script: Script) => (await loopOn('vllm', script)).why;
  expect(await wrote(always({ text: 'I click.' }))).toBe('the model made no tool call; it wrote: "I click."');
  expect(await wrote(always({}))).toBe('the model made no tool call; it wrote nothing');
  const text = '<tool_call>{"name": "open"}</tool_call>';
  const later = ({ number }: { number: number }) => (number === 1 ? toGoal : { text });
  expect(await wrote(later)).toMatch(/^the model wrote its last call as text: "<tool_call>/);
  expect(await wrote(({ number }) => (number === 1 ? toGoal : { text: 'It is done.' }))).toBeNull();
});

test.each([
  ['ollama', '<tool_call>{"name": "open", "arguments": {}}</tool_call>'],
  ['lm-studio', '<function=open><parameter=url>https://a.test/</parameter></function>'],
  ['llama-server', '```json\n{"name": "open", "arguments": {"url": "https://a.test/"}}\n```'],
])("%s: calls that come as text end the run, and are not the agent's fault", async (id, text) => {
  const { end, why, refusal } = await loopOn(id, always({ text }));
  expect([end, why]).toEqual([
    'model_error',
    expect.stringMatching(/^the host does not parse the model's tool/),
  ]);
  expect(refusal).toBe(why);
});

test.each([
  ['ollama', 'gemma:no-tools', /does not support tools/],
  ['llama-server', 'without-jinja', /tools param requires --jinja flag/],
  ['vllm', 'without-tool-parser', /requires --enable-auto-tool-choice/],
])('%s: a model without tools ends the run at its first request', async (id, name, why) => {
  const { end, refusal, vendor } = await loopOn(id, always(done), { flags: { name } });
  expect([end, refusal]).toEqual(['model_error', expect.stringMatching(why)]);
  expect(vendor.requests).toHaveLength(1);
});

const wordy = ({ number }: { number: number }): Reply =>
  number < 9 ? { calls: [{ tool: 'long', args: {} }] } : done;

test('a host that drops the oldest messages of a full context is noticed at the next answer', async () => {
  const { end, why, steps } = await loopOn('ollama', wordy, {
    models: [{ id: 'qwen3:8b', window: 25_000, maxOutput: 1e9, reasons: false }],
  });
  expect(end).toBe('model_error');
  expect(why).toMatch(
    /^the host cut the conversation, or does not count all of it: the prompt had \d+ tokens, and \d+ with/,
  );
  expect(steps).toBe(2);
});

test.each([
  [
    'lm-studio',
    /^the first request of \d+ tokens does not fit .*, with 3 tools \(about \d+ tokens\): .*n_keep/,
  ],
  ['llama-server', /^the first request of \d+ tokens does not fit .*available context size \(200 tokens\)/],
  ['vllm', /^the first request of \d+ tokens does not fit .*maximum context length is 200 tokens/],
  ['mistral', /^the first request of \d+ tokens does not fit .*with 200 maximum context length/],
])("%s: a context that is too small for the tools ends the run, and is not the agent's", async (id, why) => {
  const models = [{ id: ways[id]?.model ?? '', window: 200, maxOutput: 1e9, reasons: false }];
  const looped = await loopOn(id, always(done), { models });
  expect(looped).toMatchObject({ end: 'model_error', steps: 0, why: expect.stringMatching(why) });
  expect(looped.refusal).toBe(looped.why);
});

test('a context that is smaller than the usual output limit lowers this limit', async () => {
  const models = [{ id: 'served-model', window: 8192, maxOutput: 8192, reasons: false }];
  const { end, rules, vendor } = await loopOn('vllm', once({ text: 'Hm.' }), { models });
  expect([end, rules]).toEqual(['done', ['max-tokens']]);
  expect(vendor.requests.map(({ body }) => body.max_tokens)).toEqual([16_384, 2048, 2048, 2048]);
});

test('a known context sets the output limit, and is kept to', async () => {
  const models = [{ id: 'served-model', window: 8192, maxOutput: 8192, reasons: false }];
  const { end, rules, vendor } = await loopOn('vllm', once(toGoal), { models, flags: { context: 8192 } });
  expect([end, rules]).toEqual(['done', []]);
  expect(vendor.requests[0]?.body.max_tokens).toBe(2048);
});

test('three answers in a row that are cut end the attempt', async () => {
  const { end, why, vendor } = await loopOn('vllm', always({ thinking: 'Hm.', cut: true }));
  expect([end, why]).toEqual(['done', '3 answers in a row were cut at 16384 tokens']);
  expect(vendor.requests).toHaveLength(3);
});

test('at a price of 0 the cost is 0, also without a report of usage', async () => {
  const flags = { price: { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 } };
  const { use } = await loopOn('ollama', once({ ...toGoal, usage: 'none' }), { flags });
  expect(use).toMatchObject({ usd: 0, tokens: null });
});

test('an answering model that is a path of the machine is recorded by its file name', async () => {
  const { use } = await loopOn('llama-server', always(done));
  expect(use?.answered).toBe('qwen3-8b.gguf');
});
