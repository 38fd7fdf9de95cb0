import { plainName } from '../model-tools.ts';
import type { ShownBlock } from '../shown-answer.ts';
import { each, eachPart, onlyChoice, onlyData, onlyTypes, words } from './allowed.ts';
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
  type ModelTurn,
  namesInPath,
  objectOf,
  readArguments,
  sampled,
  sentJson,
  textIn,
  usageOfTotals,
} from './api.ts';
import { openai, openaiRefusal } from './chat.ts';
import { joinResponses } from './join-events.ts';

/** Tools that run at the client; all other types run at the vendor. */
const ofClient = /^(function|custom|namespace|local_shell|apply_patch|shell|tool_search)$/;
const items =
  /^(message|reasoning|function_call|custom_tool_call|local_shell_call|shell_call|apply_patch_call|tool_search_call|(function_call|custom_tool_call|local_shell_call|shell_call|apply_patch_call|tool_search)_output|item_reference|compaction|compaction_trigger|additional_tools|configuration_update)$/;
const parts = /^((input|output|summary|reasoning)_text|text|refusal|input_image|input_file)$/;
const paths = new RegExp(`^(?:/v1)?(/responses(?:/input_tokens)?|/models(?:${namesInPath}))$`);

/** OpenAI's Responses API, the only one where its models both think and call tools. Requests are not stored there. */
export const responses: Api = {
  id: 'responses',
  vendor: openai,
  models: /^gpt-/,
  path: () => '/v1/responses',
  build: ({ model, maxTokens, effort, sampling, system, tools, entries }) => ({
    model,
    store: false,
    include: ['reasoning.encrypted_content'],
    max_output_tokens: maxTokens,
    ...(effort === null ? {} : { reasoning: { effort } }),
    ...sampled(sampling),
    prompt_cache_key: 'contract-bench',
    instructions: system,
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema,
      strict: false,
    })),
    input: entries.flatMap(itemsOf),
  }),
  stream: { path: () => '/v1/responses', fields: () => ({ stream: true }), join: joinResponses },
  sampling: () => ({ temperature: true, seed: false }),
  forcedCalls: () => ({ tool_choice: 'required' }),
  read,
  upstreamPath: (path) => paths.exec(path)?.[1] ?? null,
  isPaid: (path) => path === '/responses',
  isLookup: (path) => path.startsWith('/models'),
  keyHeaders: bearer,
  summary: ({ model, max_output_tokens }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_output_tokens),
  }),
  allowed: {
    fields:
      words(`model input instructions tools tool_choice parallel_tool_calls max_tool_calls max_output_tokens
      reasoning text include store stream stream_options temperature top_p top_logprobs truncation metadata
      client_metadata user safety_identifier service_tier prompt_cache_key prompt_cache_options prompt_cache_retention
      previous_response_id context_management`),
    query: { 'api-version': /^[\w.-]+$/ },
    look: ({ tools, tool_choice, input }, faults) => {
      each('tools', tools, faults, (tool, at) => lookAtTool(tool, at, faults));
      onlyChoice('tool_choice', tool_choice, faults);
      eachPart('input', input, faults, (item, at) => {
        if (!onlyTypes(at, item.type ?? 'message', items, faults)) return;
        // A conversation may contain tools: Codex sends its own in an item `additional_tools`.
        each(`${at}.tools`, item.tools, faults, (tool, where) => lookAtTool(tool, where, faults));
        for (const field of ['content', 'output', 'summary']) {
          const content = item[field];
          // The output of a shell is an object.
          if (Array.isArray(content))
            each(`${at}.${field}`, content, faults, (part, where) => lookAtPart(part, where, faults));
        }
      });
    },
  },
  usageIn: (answer, before) => {
    const reported = answer.usage ?? objectOf(answer.response).usage;
    if (!reported) return before;
    const usage = objectOf(reported);
    const { extra, unsaid } = countsIn(objectOf(usage.input_tokens_details));
    const names = { prompt: 'input_tokens', output: 'output_tokens', total: 'total_tokens' };
    const cache = { read: extra('cached_tokens'), write: extra('cache_write_tokens'), unsaid };
    return usageOfTotals(usage, names, cache) ?? before;
  },
  tierIn: ({ service_tier, response }) => textIn(service_tier) ?? textIn(objectOf(response).service_tier),
  modelIn: ({ model, response }) => textIn(model) ?? textIn(objectOf(response).model),
  refusal: openaiRefusal,
};

function itemsOf(entry: Entry): Json[] {
  if (entry.from === 'user') return [{ role: 'user', content: [{ type: 'input_text', text: entry.text }] }];
  // All items of its output, including reasoning.
  if (entry.from === 'model') return listOf(entry.raw);
  return entry.answers.map(({ id, isError, blocks }) => ({
    type: 'function_call_output',
    call_id: id,
    output: [...(isError ? [{ type: 'input_text', text: 'Error:' }] : []), ...blocks.map(contentOf)],
  }));
}

function contentOf(block: ShownBlock): Json {
  if (block.type === 'text') return { type: 'input_text', text: block.text };
  return { type: 'input_image', detail: 'auto', image_url: `data:${block.mimeType};base64,${block.data}` };
}

function read({ output, status, incomplete_details: incomplete, error }: Json, turn = 0): ModelTurn {
  if (status === 'failed') {
    const { code, message } = objectOf(error);
    const why = [code, message].flatMap((word) => textIn(word) ?? []).join(' ');
    return { raw: null, text: '', calls: [], end: 'error', stopReason: `failed: ${why}` };
  }
  if (!Array.isArray(output)) throw new CutAnswer('the answer of the API has no output');
  const given = listOf(output);
  const ids = callIds(
    given.map(({ type, call_id }) => (type === 'function_call' ? call_id : null)),
    turn,
  );
  const items = given.map((item, index) =>
    item.type === 'function_call' ? { ...item, call_id: ids[index] } : item,
  );
  const calls = items.flatMap(({ type, call_id, name, arguments: given }) =>
    type === 'function_call'
      ? [{ id: String(call_id), tool: textIn(name) ?? '', ...readArguments(given) }]
      : [],
  );
  const parts = items.flatMap(({ content, summary }) => [...listOf(summary), ...listOf(content)]);
  const refusal = parts.flatMap((part) => textIn(part.refusal) ?? []).join(' ');
  const reason = textIn(objectOf(incomplete).reason);
  return {
    raw: takenBack(items),
    text: parts.flatMap((part) => textIn(part.text) ?? []).join('\n'),
    calls,
    end: endOf(reason, calls.length > 0, refusal !== ''),
    stopReason: refusal === '' ? (reason ?? textIn(status)) : `refusal: ${refusal}`,
  };
}

/** The items to send back. Thoughts stay only in front of their result. Null if no item is left. */
function takenBack(items: Json[]): Json[] | null {
  const kept = items.flatMap(sentBack);
  const end = kept.findLastIndex(({ type }) => type !== 'reasoning') + 1;
  return end > 0 ? kept.slice(0, end) : null;
}

/** Unchanged except for blank text and calls with an odd name or invalid arguments. */
function sentBack(item: Json): Json[] {
  if (item.type === 'message') {
    const content = listOf(item.content).filter(({ type, text }) => type !== 'output_text' || !isBlank(text));
    return content.length > 0 ? [{ ...item, content }] : [];
  }
  if (item.type !== 'function_call') return [item];
  const name = plainName(textIn(item.name) ?? 'none');
  return [{ ...item, name, arguments: sentJson(item.arguments) }];
}

function endOf(reason: string | null, hasCalls: boolean, isRefused: boolean): ModelTurn['end'] {
  if (isRefused || reason === 'content_filter') return 'refusal';
  if (reason === 'max_output_tokens') return 'cut';
  return hasCalls ? 'calls' : 'text';
}

function lookAtTool({ type, tools, environment }: Json, at: string, faults: Faults): void {
  if (!onlyTypes(at, type, ofClient, faults)) return;
  each(`${at}.tools`, tools, faults, (tool, where) => lookAtTool(tool, where, faults));
  // Any other environment is a container at the vendor.
  if (environment !== undefined && environment !== null && objectOf(environment).type !== 'local')
    faults.serverTools.push(String(type));
}

function lookAtPart(part: Json, at: string, faults: Faults): void {
  // Shell output has no type.
  if (part.type === undefined && 'stdout' in part) return;
  if (!onlyTypes(at, part.type, parts, faults)) return;
  if (part.type === 'input_image') onlyData(at, part.image_url, faults);
  if (part.type === 'input_file') onlyData(at, part.file_data, faults);
}
