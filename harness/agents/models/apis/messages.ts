import { plainName } from '../model-tools.ts';
import { addUsage, noUsage, type Reported } from '../proxy/prices.ts';
import type { ShownBlock } from '../shown-answer.ts';
import { each, eachPart, onlyChoice, onlyTypes, words } from './allowed.ts';
import type { Api, Entry, Faults, Json, ModelTurn, ShownAnswer, Vendor } from './api.ts';
import {
  CutAnswer,
  callIds,
  countIn,
  countsIn,
  isBlank,
  listOf,
  namesInPath,
  objectOf,
  readArguments,
  sampled,
  sentArguments,
  textIn,
} from './api.ts';
import { joinMessages } from './join-events.ts';

const anthropic: Vendor = {
  id: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseUrl: 'https://api.anthropic.com',
  // The vendor's general rule; models with lower rates are in the table.
  cacheRates: (input) => ({ cacheWrite: input * 1.25, cacheRead: input * 0.1 }),
  tiers: { batch: 0.5, us: 1.1 },
  agent: {
    id: 'claude',
    summary: "a model of Anthropic's Messages API decides (costs money)",
    defaultModel: 'claude-sonnet-5-5',
  },
};

/** Models that decide themselves when to think. */
function thinks(model: string): boolean {
  return /^claude-[a-z]+-5/.test(model);
}

/** Anthropic's Messages API. */
export const messages: Api = {
  id: 'messages',
  vendor: anthropic,
  models: /^claude-/,
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  build: ({ model, maxTokens, effort, sampling, system, tools, entries }) => ({
    model,
    max_tokens: maxTokens,
    ...(effort === null ? {} : { output_config: { effort } }),
    // Without it the thinking comes back empty, and the reasons for actions would be lost.
    ...(thinks(model) ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...sampled(sampling),
    system: [{ type: 'text', text: system, ...cached }],
    tools: tools.map(({ name, description, schema }, index) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: schema,
      ...(index === tools.length - 1 ? cached : {}),
    })),
    messages: withCacheMarks(entries.map(message)),
  }),
  // A model that thinks decides about its sampler itself.
  sampling: (model) => ({ temperature: !thinks(model), seed: false }),
  forcedCalls: (model) => (thinks(model) ? null : { tool_choice: { type: 'any' } }),
  stream: { path: () => '/v1/messages', fields: () => ({ stream: true }), join: joinMessages },
  read,
  upstreamPath: (path) => (paths.test(path) ? path : null),
  isPaid: (path) => path === '/v1/messages',
  isLookup: (path) => path.startsWith('/v1/models'),
  keyHeaders: (key) => ({ 'x-api-key': key }),
  summary: ({ model, max_tokens }) => ({ model: textIn(model) ?? '', maxOutput: countIn(max_tokens) }),
  allowed: {
    fields:
      words(`model max_tokens messages system tools tool_choice thinking output_config output_format stream
      temperature top_k top_p stop_sequences metadata service_tier speed inference_geo cache_control
      context_management diagnostics`),
    query: { beta: /^true$/, limit: /^\d+$/, before_id: /^[\w.-]+$/, after_id: /^[\w.-]+$/ },
    look: ({ tools, tool_choice, system, messages: list }, faults) => {
      each('tools', tools, faults, (tool, at) => lookAtTool(tool, at, faults));
      onlyChoice('tool_choice', tool_choice, faults);
      eachPart('system', system, faults, (block, at) => onlyTypes(at, block.type, /^text$/, faults));
      each('messages', list, faults, ({ content }, at) => lookAtContent(content, `${at}.content`, faults));
    },
  },
  usageIn: (answer, before) => {
    const reported = answer.usage ?? objectOf(answer.message).usage;
    if (reported === undefined || reported === null) return before;
    const usage = objectOf(reported);
    const top = usageOf(usage, before);
    // A compaction within a request is counted only in this list.
    const parts = listOf(usage.iterations).map((part) => usageOf(part, null) ?? noUsage);
    const sum: Reported = {
      ...parts.reduce(addUsage, noUsage),
      hourWrite: parts.reduce((all, { hourWrite = 0 }: Reported) => all + hourWrite, 0),
    };
    const unpriced = listOf(usage.iterations).some(({ type }) => /advisor|fallback/.test(String(type)))
      ? 'another model took part in an answer'
      : Object.values(objectOf(usage.server_tool_use)).some(Boolean)
        ? 'the vendor ran tools for an answer'
        : before?.unpriced;
    return top && { ...mostOf(top, sum), ...(unpriced && { unpriced }) };
  },
  tierIn: (answer) => {
    const { speed, service_tier, inference_geo } = objectOf(answer.usage ?? objectOf(answer.message).usage);
    const geo = textIn(inference_geo);
    return (
      [speed, service_tier, geo === 'us' ? geo : null]
        .flatMap((word) => textIn(word) ?? [])
        .find((word) => word !== 'standard') ?? null
    );
  },
  modelIn: ({ model, message }) => textIn(model) ?? textIn(objectOf(message).model),
  refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};

function usageOf(usage: Json, before: Reported | null): Reported | null {
  const { needed, extra, unsaid } = countsIn(usage, before);
  // Counts in a stream are cumulative, so the last count of each kind is final.
  const input = needed('input_tokens', before?.input);
  const output = needed('output_tokens', before?.output);
  if (unsaid.length === 2) return before;
  const kept = objectOf(usage.cache_creation);
  const hourWrite = extra('ephemeral_1h_input_tokens', before?.hourWrite, kept);
  const written = hourWrite + extra('ephemeral_5m_input_tokens', 0, kept);
  const cacheRead = extra('cache_read_input_tokens', before?.cacheRead);
  const cacheWrite = Math.max(written, extra('cache_creation_input_tokens', before?.cacheWrite));
  if (input + cacheRead + cacheWrite === 0 && !unsaid.includes('input_tokens')) unsaid.push('input_tokens');
  return { input, output, cacheRead, cacheWrite, hourWrite, unsaid };
}

/** The larger count of each kind. */
function mostOf(a: Reported, b: Reported): Reported {
  return {
    ...a,
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    hourWrite: Math.max(a.hourWrite ?? 0, b.hourWrite ?? 0),
  };
}

/** Marks the end of the part that repeats in each request, so that the next one reads it from the cache. */
const cached = { cache_control: { type: 'ephemeral' } } as const;

type Message = { role: 'user' | 'assistant'; content: Json[] };

function message(entry: Entry): Message {
  if (entry.from === 'user') return { role: 'user', content: [{ type: 'text', text: entry.text }] };
  // Including thinking, which the API needs back unchanged.
  if (entry.from === 'model') return { role: 'assistant', content: listOf(entry.raw) };
  return { role: 'user', content: entry.answers.map(toolResult) };
}

function toolResult({ id, isError, blocks }: ShownAnswer): Json {
  return {
    type: 'tool_result',
    tool_use_id: id,
    is_error: isError,
    // An error may contain only text.
    content: blocks.map((block) => (block.type === 'image' && isError ? noImage : contentOf(block))),
  };
}

const noImage = { type: 'text', text: '(an image)' };

function contentOf(block: ShownBlock): Json {
  if (block.type === 'text') return block;
  return { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
}

/**
 * Marks the last two user turns, because the cache is searched at most 20 blocks before a mark, and ten calls fill
 * those.
 */
function withCacheMarks(messages: readonly Message[]): Message[] {
  const marked = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2);
  return messages.map(({ role, content }, index) => {
    if (!marked.includes(index)) return { role, content };
    const last = content.length - 1;
    return { role, content: content.map((block, at) => (at === last ? { ...block, ...cached } : block)) };
  });
}

function read({ content, stop_reason: reason, stop_details: details }: Json, turn = 0): ModelTurn {
  if (!Array.isArray(content)) throw new CutAnswer('the answer of the API has no message');
  const given = listOf(content);
  const ids = callIds(
    given.map(({ type, id }) => (type === 'tool_use' ? id : null)),
    turn,
  );
  const blocks = given.map((block, index) =>
    block.type === 'tool_use' ? { ...block, id: ids[index] } : block,
  );
  const calls = blocks.flatMap(({ type, id, name, input }) =>
    type === 'tool_use' ? [{ id: String(id), tool: textIn(name) ?? '', ...readArguments(input) }] : [],
  );
  const kept = blocks.flatMap(sentBack);
  // The API rejects a turn that ends with a thought.
  const end = kept.findLastIndex(({ type }) => !/^(redacted_)?thinking$/.test(String(type))) + 1;
  const explained = objectOf(details);
  return {
    // The API rejects a turn without content.
    raw: end > 0 ? kept.slice(0, end) : null,
    text: blocks.flatMap((block) => textIn(block.text) ?? textIn(block.thinking) ?? []).join('\n'),
    calls,
    end: ends.get(reason) ?? (calls.length > 0 ? 'calls' : 'text'),
    stopReason:
      [reason, explained.category, explained.explanation].flatMap((word) => textIn(word) ?? []).join(': ') ||
      null,
  };
}

/** Unchanged except for parts that the API sends but rejects: blank text, an odd name, invalid arguments. */
function sentBack(block: Json): Json[] {
  if (block.type === 'text' && isBlank(block.text)) return [];
  if (block.type !== 'tool_use') return [block];
  return [{ ...block, name: plainName(textIn(block.name) ?? 'none'), input: sentArguments(block.input) }];
}

const ends = new Map<unknown, ModelTurn['end']>([
  ['max_tokens', 'cut'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context'],
]);

const paths = new RegExp(`^/v1/(messages(/count_tokens)?|models${namesInPath})$`);

/** Tools that run at the client: its own, and the vendor's tools for the client's machine. */
const ofClient = /^(custom|(bash|text_editor|computer|memory)_\d{8}|(computer|browser)_toolset_\d{8})$/;
const blocks =
  /^(text|image|document|thinking|redacted_thinking|tool_use|tool_result|tool_reference|search_result|compaction|browser_state|tool_addition|tool_removal)$/;

function lookAtTool({ type, name, input_schema: schema }: Json, at: string, faults: Faults): void {
  if (type === undefined || type === null) {
    if (typeof schema !== 'object')
      faults.others.push(`${at}: got a tool without a type; expected an input_schema`);
  } else if (!(typeof type === 'string' && ofClient.test(type)))
    faults.serverTools.push(textIn(name) ?? textIn(type) ?? `${at}.type`);
}

function lookAtContent(content: unknown, at: string, faults: Faults): void {
  eachPart(at, content, faults, (block, where) => {
    if (!onlyTypes(where, block.type, blocks, faults)) return;
    const source = objectOf(block.source);
    if (/^(image|document)$/.test(String(block.type))) {
      if (!/^(base64|text|content)$/.test(String(source.type)))
        faults.serverTools.push(`${where}.source by URL`);
      lookAtContent(source.content, `${where}.source.content`, faults);
    }
    if (block.type === 'tool_result') lookAtContent(block.content, `${where}.content`, faults);
    // Tools inside a message.
    const { definition } = objectOf(block.tool);
    if (definition !== undefined) lookAtTool(objectOf(definition), `${where}.tool`, faults);
    else if (/mcp/.test(String(objectOf(block.tool).type))) faults.serverTools.push(`${where}.tool`);
  });
}
