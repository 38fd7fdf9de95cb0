import { type Json, listOf, objectOf, textIn } from '../proxy/dialects/dialect.ts';
import { responses as dialect } from '../proxy/dialects/responses.ts';
import type { ShownBlock } from '../shown-answer.ts';
import { type Ask, type Conversation, CutAnswer, type Entry, type ModelTurn } from './conversation.ts';
import { readArguments } from './read-arguments.ts';

/** OpenAI's Responses API, the only one in which its models think and call tools. Nothing is stored there. */
export const responses: Conversation = {
  dialect,
  path: () => '/v1/responses',
  build: ({ model, maxTokens, effort, system, tools, entries }: Ask) => ({
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
};

function itemsOf(entry: Entry): Json[] {
  if (entry.from === 'user') return [{ role: 'user', content: [{ type: 'input_text', text: entry.text }] }];
  // The items of its output whole, reasoning included.
  if (entry.from === 'model') return listOf(entry.said);
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
    return { said: null, text: '', calls: [], end: 'error', stopReason: `failed: ${why}` };
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
    said: items.length > 0 ? output : null,
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
