import { plainName } from '../model-tools.ts';
import { each, eachPart, only, onlyChoice, onlyData, onlyFields, onlyTypes, words } from './allowed.ts';
import {
  type Api,
  bearer,
  CutAnswer,
  callIds,
  countIn,
  countsIn,
  type Entry,
  type Faults,
  isBlank,
  type Json,
  listOf,
  type ModelCall,
  type ModelTurn,
  namesInPath,
  objectOf,
  type Quirk,
  readArguments,
  sampled,
  sentJson,
  textIn,
  usageOfTotals,
  type Vendor,
} from './api.ts';
import { joinChat } from './join-events.ts';

/** OpenAI, or any compatible endpoint. */
export const openai: Vendor = {
  id: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseUrl: 'https://api.openai.com/v1',
  // Endpoints differ, so without a given rate cached tokens cost the same as others.
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
  tiers: { flex: 0.5, batch: 0.5, priority: 2, fast: 2 },
  agent: {
    id: 'openai',
    summary:
      "a model of OpenAI's Responses API, or of any endpoint with chat completions, decides (costs money)",
    defaultModel: 'gpt-6.1-sol',
  },
};

/** Chat completions, the API of most hosts except OpenAI itself. */
export const chat: Api = {
  id: 'chat',
  vendor: openai,
  path: () => '/v1/chat/completions',
  build: ({ model, maxTokens, effort, sampling, system, tools, entries, quirks }) => {
    // Without these marks a host that forwards to Anthropic does not use the cache.
    const mark = model.startsWith('anthropic/') ? { cache_control: { type: 'ephemeral' } } : null;
    const sent = entries.flatMap((entry) => messagesOf(entry, quirks));
    return {
      model,
      // Some hosts ignore or reject the newer name; Ollama then has no limit.
      [quirks.has('new_limit_name') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      ...(effort === null ? {} : { reasoning_effort: effort }),
      ...sampled(sampling, quirks.has('random_seed') ? 'random_seed' : 'seed'),
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, ...(description === undefined ? {} : { description }), parameters: schema },
      })),
      messages: [
        { role: 'system', content: mark ? [{ type: 'text', text: system, ...mark }] : system },
        ...sent.map((message, index) =>
          mark && index === sent.length - 1 ? marked(message, mark) : message,
        ),
      ],
    };
  },
  stream: {
    path: () => '/v1/chat/completions',
    fields: (quirks) => ({
      stream: true,
      ...(quirks.has('no_stream_options') ? {} : { stream_options: { include_usage: true } }),
    }),
    join: joinChat,
  },
  sampling: () => ({ temperature: true, seed: true }),
  forcedCalls: () => ({ tool_choice: 'required' }),
  read,
  upstreamPath: (path) => paths.exec(path)?.[1] ?? null,
  isPaid: (path) => path === '/chat/completions',
  isLookup: (path) => path.startsWith('/models'),
  keyHeaders: bearer,
  summary: ({ model, max_completion_tokens, max_tokens }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_completion_tokens) ?? countIn(max_tokens),
  }),
  allowed: {
    fields: words(
      Object.values({
        conversation: `model messages tools tool_choice functions function_call parallel_tool_calls stream stream_options`,
        sampling: `max_completion_tokens max_tokens n stop temperature top_p frequency_penalty presence_penalty logit_bias
          logprobs top_logprobs seed response_format reasoning_effort verbosity modalities prediction`,
        account: `metadata store user safety_identifier service_tier prompt_cache_key prompt_cache_options
          prompt_cache_retention`,
        thinkingOfSingleHosts: `thinking reasoning include_reasoning enable_thinking thinking_budget
          chat_template_kwargs reasoning_format`,
        samplingOfSingleHosts: `usage cache_control top_k top_a min_p repetition_penalty random_seed safe_prompt
          prompt_mode min_tokens stop_token_ids skip_special_tokens guided_json guided_regex structured_outputs
          keep_alive think tool_stream`,
      }).join(' '),
    ),
    query: { 'api-version': /^[\w.-]+$/ },
    look: ({ messages, tools, functions, tool_choice, modalities }, faults) => {
      only('modalities', modalities, /^text$/, 'text', faults);
      onlyChoice('tool_choice', tool_choice, faults);
      each('tools', tools, faults, (tool, at) => {
        if (!onlyTypes(at, tool.type ?? 'function', /^(function|custom)$/, faults)) return;
        onlyFields(at, tool, words('type function custom strict cache_control'), faults);
        onlyNamed(`${at}.function`, objectOf(tool.function), faults);
      });
      each('functions', functions, faults, (called, at) => onlyNamed(at, called, faults));
      each('messages', messages, faults, ({ content }, at) =>
        lookAtContent(content, `${at}.content`, faults),
      );
    },
  },
  usageIn: ({ usage }, before) => (usage ? (usageOf(objectOf(usage)) ?? before) : before),
  tierIn: ({ service_tier }) => textIn(service_tier),
  modelIn: ({ model }) => textIn(model),
  refusal: openaiRefusal,
};

/** Most hosts allow only text in tool messages, so images follow in a user message. */
function messagesOf(entry: Entry, quirks: ReadonlySet<Quirk>): Json[] {
  if (entry.from === 'user') return [{ role: 'user', content: entry.text }];
  // Unchanged, because some hosts reject the next request without its reasoning or signature.
  if (entry.from === 'model') return [repeated(objectOf(entry.raw), quirks)];
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

/** A message of the model without the fields that its host rejects. */
function repeated(message: Json, quirks: ReadonlySet<Quirk>): Json {
  const { role, content, tool_calls } = message;
  const calls = listOf(tool_calls).map(({ id, type, function: called }) => ({ id, type, function: called }));
  const isCalling = calls.length > 0;
  const parts = Array.isArray(content) ? listOf(content).filter(({ type }) => type === 'text') : content;
  const bare = { role, content: contentOf(parts, isCalling), ...(isCalling && { tool_calls: calls }) };
  const taken = quirks.has('bare_messages') ? bare : message;
  return quirks.has('text_beside_calls') ? { ...taken, content: taken.content ?? '' } : taken;
}

function marked(message: Json, mark: object): Json {
  return typeof message.content === 'string' && message.content !== ''
    ? { ...message, content: [{ type: 'text', text: message.content, ...mark }] }
    : message;
}

function read({ choices, error }: Json, turn = 0): ModelTurn {
  const [choice = {}] = listOf(choices);
  const message = objectOf(choice.message);
  if (choice.message === undefined || choice.message === null) {
    if (choice.finish_reason === 'error' || error) return failed(choice.error ?? error);
    throw new CutAnswer('the answer of the API has no message');
  }
  const given = listOf(message.tool_calls);
  const ids = callIds(
    given.map(({ id }) => id),
    turn,
  );
  const asked = given.map((call, index) => ({ ...call, id: ids[index] }));
  const calls = asked.map(askedCall);
  const reason = textIn(choice.native_finish_reason) ?? textIn(choice.finish_reason);
  const refusal = textIn(message.refusal);
  return {
    raw: takenBack(message, asked.map(sentBack)),
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

function askedCall({ id, function: called, type }: Json): ModelCall {
  const { name, arguments: given } = objectOf(called);
  const asked = { id: String(id), tool: textIn(name) ?? '' };
  if (asked.tool === '')
    return { ...asked, wrong: `this is not a function call${type ? ` but of type ${type}` : ''}` };
  return { ...asked, ...readArguments(given) };
}

/** Unchanged except for parts that hosts reject: a missing function, an odd name, invalid arguments. */
function sentBack(call: Json): Json {
  const { name, arguments: given } = objectOf(call.function);
  const sent = { name: plainName(textIn(name) ?? 'none'), arguments: sentJson(given) };
  return { ...call, type: 'function', function: { ...objectOf(call.function), ...sent } };
}

/** Content is a text, or a list of text parts and (Mistral) nested thinking parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .flatMap(({ text, thinking }) => textIn(text) ?? (textOf(thinking) || []))
    .join('\n');
}

/** Unchanged except for parts that some hosts reject: null fields, an empty list of calls, a message without text. */
function takenBack({ tool_calls: _, content, ...message }: Json, calls: Json[]): Json {
  const left = Object.entries(message).filter(([, value]) => value !== null);
  const isCalling = calls.length > 0;
  return {
    role: 'assistant',
    content: contentOf(content, isCalling),
    ...Object.fromEntries(left),
    ...(isCalling && { tool_calls: calls }),
  };
}

/** Content that is not blank: null beside calls, otherwise a note in place of blank content. */
function contentOf(content: unknown, isCalling: boolean): unknown {
  const parts = Array.isArray(content)
    ? content.filter((part) => objectOf(part).type !== 'text' || !isBlank(objectOf(part).text))
    : content;
  const isEmpty = Array.isArray(parts) ? parts.length === 0 : typeof parts !== 'string' || isBlank(parts);
  return isEmpty ? (isCalling ? null : '(no words)') : parts;
}

function usageOf(usage: Json) {
  const details = objectOf(usage.prompt_tokens_details);
  const { extra, unsaid } = countsIn(details);
  const read = extra('cached_tokens', countIn(usage.prompt_cache_hit_tokens) ?? 0);
  const names = { prompt: 'prompt_tokens', output: 'completion_tokens', total: 'total_tokens' };
  return usageOfTotals(usage, names, { read, write: extra('cache_write_tokens'), unsaid });
}

const paths = new RegExp(`^(?:/v1)?(/chat/completions|/models(?:${namesInPath}))$`);

/** Some hosts run their own functions by names with this prefix. */
function onlyNamed(at: string, { name }: Json, faults: Faults): void {
  if (typeof name === 'string' && name.startsWith('$')) faults.serverTools.push(name);
  else if (name !== undefined && typeof name !== 'string')
    faults.others.push(`${at}.name: got a ${typeof name}; expected a text`);
}

const parts = /^(text|refusal|thinking|reasoning|image_url|file)$/;

function lookAtContent(content: unknown, at: string, faults: Faults): void {
  eachPart(at, content, faults, (part, where) => {
    if (!onlyTypes(where, part.type, parts, faults)) return;
    const { image_url: image } = part;
    if (part.type === 'image_url')
      onlyData(where, typeof image === 'string' ? image : objectOf(image).url, faults);
    if (part.type === 'file') onlyData(where, objectOf(part.file).file_data, faults);
  });
}

export function openaiRefusal(message: string): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}
