import type { ShownBlock } from '../shown-answer.ts';
import {
  type Api,
  bearer,
  CutAnswer,
  countIn,
  countsIn,
  type Entry,
  type Json,
  listOf,
  type ModelTurn,
  objectOf,
  readArguments,
  textIn,
  usageOfTotals,
} from './api.ts';
import { openai, openaiRefusal } from './chat.ts';

/** What a client runs itself; all other types of tools are run by the vendor. */
const ofClient = new Set(['function', 'custom', 'local_shell', 'apply_patch', 'shell', 'tool_search']);

/** OpenAI's Responses API, the only one in which its models think and call tools. Nothing is stored there. */
export const responses: Api = {
  id: 'responses',
  vendor: openai,
  models: /^gpt-/,
  path: () => '/v1/responses',
  build: ({ model, maxTokens, effort, system, tools, entries }) => ({
    model,
    store: false,
    include: ['reasoning.encrypted_content'],
    max_output_tokens: maxTokens,
    ...(effort === null ? {} : { reasoning: { effort } }),
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
  read,
  upstreamPath: (path) =>
    /^(?:\/v1)?(\/responses(?:\/input_tokens)?|\/models(?:\/.*)?)$/.exec(path)?.[1] ?? null,
  isPaid: (path) => path.endsWith('/responses'),
  keyHeaders: bearer,
  summary: ({ model, max_output_tokens, tools, input }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_output_tokens),
    // A conversation may bring tools too: Codex has all of its own in an item `additional_tools`.
    serverTools: [tools, ...listOf(input).map((item) => item.tools)].flatMap(serverTools),
  }),
  usageIn: (said, before) => {
    const reported = said.usage ?? objectOf(said.response).usage;
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
  // The items of its output whole, reasoning included.
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

function read({ output, status, incomplete_details: incomplete, error }: Json): ModelTurn {
  if (status === 'failed') {
    const { code, message } = objectOf(error);
    const why = [code, message].flatMap((word) => textIn(word) ?? []).join(' ');
    return { raw: null, text: '', calls: [], end: 'error', stopReason: `failed: ${why}` };
  }
  if (!Array.isArray(output)) throw new CutAnswer('the answer of the API holds no output');
  const items = listOf(output);
  const calls = items.flatMap(({ type, call_id, name, arguments: given }) =>
    type === 'function_call'
      ? [{ id: textIn(call_id) ?? '', tool: textIn(name) ?? '', ...readArguments(given) }]
      : [],
  );
  const parts = items.flatMap(({ content, summary }) => [...listOf(summary), ...listOf(content)]);
  const refusal = parts.flatMap((part) => textIn(part.refusal) ?? []).join(' ');
  const reason = textIn(objectOf(incomplete).reason);
  return {
    raw: items.length > 0 ? output : null,
    text: parts.flatMap((part) => textIn(part.text) ?? []).join('\n'),
    calls,
    end: endOf(reason, calls.length > 0, refusal !== ''),
    stopReason: refusal === '' ? (reason ?? textIn(status)) : `refusal: ${refusal}`,
  };
}

function endOf(reason: string | null, hasCalls: boolean, isRefused: boolean): ModelTurn['end'] {
  if (isRefused || reason === 'content_filter') return 'refusal';
  if (reason === 'max_output_tokens') return 'cut';
  return hasCalls ? 'calls' : 'text';
}

function serverTools(tools: unknown): string[] {
  return listOf(tools).flatMap(({ type, tools: ofNamespace, environment }) => {
    if (type === 'namespace') return serverTools(ofNamespace);
    if (typeof type !== 'string' || (ofClient.has(type) && !isHosted(objectOf(environment)))) return [];
    return [type];
  });
}

/** A shell in a container of the vendor's. */
function isHosted({ type }: Json): boolean {
  return typeof type === 'string' && type !== 'local';
}
