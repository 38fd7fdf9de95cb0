import {
  type Api,
  bearer,
  CutAnswer,
  countIn,
  countsIn,
  type Entry,
  type Json,
  listOf,
  type ModelCall,
  type ModelTurn,
  objectOf,
  type Quirk,
  readArguments,
  textIn,
  usageOfTotals,
  type Vendor,
} from './api.ts';

/** Or any endpoint that speaks as theirs do. */
export const openai: Vendor = {
  id: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseUrl: 'https://api.openai.com/v1',
  // Endpoints differ: without a rate of their own, cached tokens cost what others do.
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
  tiers: { flex: 0.5, batch: 0.5, priority: 2, fast: 2 },
  agent: {
    id: 'openai',
    summary:
      "a model of OpenAI's Responses API, or of any endpoint with chat completions, decides (costs money)",
    defaultModel: 'gpt-6.1-sol',
  },
};

/** Chat completions, which most hosts but OpenAI's own speak today. */
export const chat: Api = {
  id: 'chat',
  vendor: openai,
  path: () => '/v1/chat/completions',
  build: ({ model, maxTokens, effort, system, tools, entries, quirks }) => {
    // Without these marks a host that hands on to Anthropic caches nothing.
    const mark = model.startsWith('anthropic/') ? { cache_control: { type: 'ephemeral' } } : null;
    const said = entries.flatMap((entry) => messagesOf(entry, quirks));
    return {
      model,
      [quirks.has('old_limit_name') ? 'max_tokens' : 'max_completion_tokens']: maxTokens,
      ...(effort === null ? {} : { reasoning_effort: effort }),
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, ...(description === undefined ? {} : { description }), parameters: schema },
      })),
      messages: [
        { role: 'system', content: mark ? [{ type: 'text', text: system, ...mark }] : system },
        ...said.map((message, index) =>
          mark && index === said.length - 1 ? marked(message, mark) : message,
        ),
      ],
    };
  },
  read,
  upstreamPath: (path) => /^(?:\/v1)?(\/chat\/completions|\/models(?:\/.*)?)$/.exec(path)?.[1] ?? null,
  isPaid: (path) => path.endsWith('/chat/completions'),
  keyHeaders: bearer,
  summary: ({ model, max_completion_tokens, max_tokens, tools, web_search_options, plugins }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_completion_tokens) ?? countIn(max_tokens),
    serverTools: [
      ...listOf(tools).flatMap(({ type }) =>
        typeof type === 'string' && type !== 'function' && type !== 'custom' ? [type] : [],
      ),
      ...(web_search_options ? ['web_search_options'] : []),
      ...listOf(plugins).map(({ id }) => textIn(id) ?? 'plugin'),
    ],
  }),
  usageIn: ({ usage }, before) => (usage ? (usageOf(objectOf(usage)) ?? before) : before),
  tierIn: ({ service_tier }) => textIn(service_tier),
  modelIn: ({ model }) => textIn(model),
  refusal: openaiRefusal,
};

/** Tool messages hold text alone, with most hosts: images follow in a message of the user. */
function messagesOf(entry: Entry, quirks: ReadonlySet<Quirk>): Json[] {
  if (entry.from === 'user') return [{ role: 'user', content: entry.text }];
  // As it came: some hosts refuse the next request without the reasoning or the signature that is in it.
  if (entry.from === 'model') return [objectOf(entry.raw)];
  const isWithin = quirks.has('images_in_answers') && !quirks.has('no_images');
  const images: Json[] = [];
  const answers = entry.answers.map(({ id, isError, blocks }) => {
    const texts: string[] = isError ? ['Error:'] : [];
    const own: Json[] = [];
    for (const block of blocks) {
      if (block.type === 'text') texts.push(block.text);
      else if (quirks.has('no_images')) texts.push('(an image, which this model cannot see)');
      else {
        texts.push('(the image follows)');
        (isWithin ? own : images).push({
          type: 'image_url',
          image_url: { url: `data:${block.mimeType};base64,${block.data}` },
        });
      }
    }
    const text = texts.join('\n');
    return {
      role: 'tool',
      tool_call_id: id,
      content: own.length > 0 ? [{ type: 'text', text }, ...own] : text,
    };
  });
  return images.length > 0 ? [...answers, { role: 'user', content: images }] : answers;
}

function marked(message: Json, mark: object): Json {
  return typeof message.content === 'string' && message.content !== ''
    ? { ...message, content: [{ type: 'text', text: message.content, ...mark }] }
    : message;
}

function read({ choices, error }: Json): ModelTurn {
  const [choice = {}] = listOf(choices);
  const message = objectOf(choice.message);
  if (choice.message === undefined || choice.message === null) {
    if (choice.finish_reason === 'error' || error) return failed(choice.error ?? error);
    throw new CutAnswer('the answer of the API holds no message');
  }
  const asked = listOf(message.tool_calls);
  const calls = asked.map(askedCall);
  const named = asked.map(sentBack);
  const reason = textIn(choice.native_finish_reason) ?? textIn(choice.finish_reason);
  const refusal = textIn(message.refusal);
  return {
    raw: { role: 'assistant', ...withoutNulls(message), ...(named.length > 0 ? { tool_calls: named } : {}) },
    text: textOf(message.content) || (textIn(message.reasoning_content) ?? textIn(message.reasoning) ?? ''),
    calls,
    end: endOf(choice.finish_reason, calls.length > 0, refusal !== null),
    stopReason: refusal ? `refusal: ${refusal}` : reason,
  };
}

function failed(error: unknown): ModelTurn {
  const { message, code } = objectOf(error);
  const why = [code, message].flatMap((word) => (word === undefined ? [] : [String(word)])).join(' ');
  return {
    raw: null,
    text: '',
    calls: [],
    end: 'error',
    stopReason: why === '' ? 'error' : `error: ${why}`,
  };
}

function endOf(reason: unknown, hasCalls: boolean, isRefused: boolean): ModelTurn['end'] {
  if (reason === 'error') return 'error';
  if (isRefused || reason === 'content_filter') return 'refusal';
  if (reason === 'length') return 'cut';
  return hasCalls ? 'calls' : 'text';
}

function askedCall({ id, function: called, type }: Json, index: number): ModelCall {
  const { name, arguments: given } = objectOf(called);
  const asked = { id: textIn(id) ?? `call_${index}`, tool: textIn(name) ?? '' };
  if (asked.tool === '')
    return { ...asked, wrong: `this is no call of a function${type ? ` but of type ${type}` : ''}` };
  return { ...asked, ...readArguments(given) };
}

/** As it came, but for what no host takes: no id, no function, arguments that are no text. */
function sentBack(call: Json, index: number): Json {
  const { name, arguments: given } = objectOf(call.function);
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  const called = { ...objectOf(call.function), name: textIn(name) ?? 'none', arguments: text };
  return { ...call, id: textIn(call.id) ?? `call_${index}`, type: call.type ?? 'function', function: called };
}

/** Text, or parts of which some hold text and some (Mistral's) the thinking in parts of their own. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .flatMap(({ text, thinking }) => textIn(text) ?? (textOf(thinking) || []))
    .join('\n');
}

/** Fields that are null in an answer are refused as null in a request by some. */
function withoutNulls(message: Json): Json {
  const left = Object.entries(message).filter(([key, value]) => value !== null || key === 'content');
  return Object.fromEntries(left);
}

function usageOf(usage: Json) {
  const details = objectOf(usage.prompt_tokens_details);
  const { extra, unsaid } = countsIn(details);
  const read = extra('cached_tokens', countIn(usage.prompt_cache_hit_tokens) ?? 0);
  const names = { prompt: 'prompt_tokens', output: 'completion_tokens', total: 'total_tokens' };
  return usageOfTotals(usage, names, { read, write: extra('cache_write_tokens'), unsaid });
}

export function openaiRefusal(message: string): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}
