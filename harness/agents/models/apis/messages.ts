import type { Usage } from '../proxy/prices.ts';
import type { ShownBlock } from '../shown-answer.ts';
import {
  type Api,
  CutAnswer,
  countIn,
  type Entry,
  type Json,
  listOf,
  type ModelTurn,
  objectOf,
  readArguments,
  type ShownAnswer,
  textIn,
  type Vendor,
} from './api.ts';

const anthropic: Vendor = {
  id: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseUrl: 'https://api.anthropic.com',
  // Their general rule; models of a lower rate are in the table.
  cacheRates: (input) => ({ cacheWrite: input * 1.25, cacheRead: input * 0.1 }),
  agent: {
    id: 'claude',
    summary: "a model of Anthropic's Messages API decides (costs money)",
    defaultModel: 'claude-sonnet-5-5',
  },
};

/** Anthropic's Messages API. */
export const messages: Api = {
  id: 'messages',
  vendor: anthropic,
  models: /^claude-/,
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  build: ({ model, maxTokens, effort, system, tools, entries }) => ({
    model,
    max_tokens: maxTokens,
    ...(effort === null ? {} : { output_config: { effort } }),
    // Without it what a model thinks comes back empty, and nobody could read why it did what it did.
    ...(/^claude-[a-z]+-5/.test(model) ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    system: [{ type: 'text', text: system, ...cached }],
    tools: tools.map(({ name, description, schema }, index) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: schema,
      ...(index === tools.length - 1 ? cached : {}),
    })),
    messages: withCacheMarks(entries.map(message)),
  }),
  read,
  upstreamPath: (path) => (/^\/v1\/(messages(\/count_tokens)?|models(\/.*)?)$/.test(path) ? path : null),
  isPaid: (path) => path === '/v1/messages',
  keyHeaders: (key) => ({ 'x-api-key': key }),
  summary: ({ model, max_tokens, tools, mcp_servers, messages: said }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_tokens),
    serverTools: [
      // Tools of a client have no type, or `custom`, or one of those that it runs itself.
      ...[...listOf(tools), ...addedTools(said)].flatMap(({ type, name }) =>
        typeof type === 'string' && !/^(custom|bash|text_editor|computer|memory)(_|$)/.test(type)
          ? [textIn(name) ?? type]
          : [],
      ),
      ...listOf(mcp_servers).map(({ name }) => textIn(name) ?? 'mcp'),
    ],
  }),
  usageIn: (said, before) => {
    const reported = said.usage ?? objectOf(said.message).usage;
    if (reported === undefined || reported === null) return before;
    const usage = objectOf(reported);
    // The events of a stream add up: the last count of each kind holds.
    const count = (name: string, known: number | undefined) => countIn(usage[name]) ?? known ?? null;
    const input = count('input_tokens', before?.input);
    const output = count('output_tokens', before?.output);
    if (input === null || output === null) return before;
    return {
      input,
      output,
      cacheRead: count('cache_read_input_tokens', before?.cacheRead) ?? 0,
      cacheWrite: count('cache_creation_input_tokens', before?.cacheWrite) ?? 0,
    } satisfies Usage;
  },
  modelIn: ({ model, message }) => textIn(model) ?? textIn(objectOf(message).model),
  refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};

/** Marks the end of what stays the same from request to request, so that it is read from a cache the next time. */
const cached = { cache_control: { type: 'ephemeral' } } as const;

type Message = { role: 'user' | 'assistant'; content: Json[] };

function message(entry: Entry): Message {
  if (entry.from === 'user') return { role: 'user', content: [{ type: 'text', text: entry.text }] };
  // Thinking included: the API wants it back as it came.
  if (entry.from === 'model') return { role: 'assistant', content: listOf(entry.raw) };
  return { role: 'user', content: entry.answers.map(toolResult) };
}

function toolResult({ id, isError, blocks }: ShownAnswer): Json {
  return {
    type: 'tool_result',
    tool_use_id: id,
    is_error: isError,
    // An error may hold text alone.
    content: blocks.map((block) => (block.type === 'image' && isError ? noImage : contentOf(block))),
  };
}

const noImage = { type: 'text', text: '(an image)' };

function contentOf(block: ShownBlock): Json {
  if (block.type === 'text') return block;
  return { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
}

/** The last two turns of the user: a cache is looked for at most 20 blocks before a mark, which ten calls can fill. */
function withCacheMarks(said: readonly Message[]): Message[] {
  const marked = said.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2);
  return said.map(({ role, content }, index) => {
    if (!marked.includes(index)) return { role, content };
    const last = content.length - 1;
    return { role, content: content.map((block, at) => (at === last ? { ...block, ...cached } : block)) };
  });
}

function read({ content, stop_reason: reason, stop_details: details }: Json): ModelTurn {
  if (!Array.isArray(content)) throw new CutAnswer('the answer of the API is no message');
  const blocks = listOf(content);
  const calls = blocks.flatMap(({ type, id, name, input }) =>
    type === 'tool_use' ? [{ id: textIn(id) ?? '', tool: textIn(name) ?? '', ...readArguments(input) }] : [],
  );
  const explained = objectOf(details);
  return {
    // The API takes back no turn without content.
    raw: blocks.length > 0 ? content : null,
    text: blocks.flatMap((block) => textIn(block.text) ?? textIn(block.thinking) ?? []).join('\n'),
    calls,
    end: ends.get(reason) ?? (calls.length > 0 ? 'calls' : 'text'),
    stopReason:
      [reason, explained.category, explained.explanation].flatMap((word) => textIn(word) ?? []).join(': ') ||
      null,
  };
}

const ends = new Map<unknown, ModelTurn['end']>([
  ['max_tokens', 'cut'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context'],
]);

/** Those that a message of the conversation brings: `tool_addition` of the SDK. */
function addedTools(said: unknown): Json[] {
  return listOf(said)
    .flatMap(({ content }) => listOf(content))
    .flatMap(({ type, tool }) => (type === 'tool_addition' ? [objectOf(objectOf(tool).definition)] : []));
}
