import { type Json, listOf, objectOf, textIn } from '../proxy/dialects/dialect.ts';
import { messages as dialect } from '../proxy/dialects/messages.ts';
import type { ShownBlock } from '../shown-answer.ts';
import {
  type Ask,
  type Conversation,
  CutAnswer,
  type Entry,
  type ModelTurn,
  type ShownAnswer,
} from './conversation.ts';
import { readArguments } from './read-arguments.ts';

/** Anthropic's Messages API. */
export const messages: Conversation = {
  dialect,
  path: () => '/v1/messages',
  build: ({ model, maxTokens, effort, system, tools, entries }: Ask) => ({
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
};

/** Marks the end of what stays the same from request to request, so that it is read from a cache the next time. */
const cached = { cache_control: { type: 'ephemeral' } } as const;

type Message = { role: 'user' | 'assistant'; content: Json[] };

function message(entry: Entry): Message {
  if (entry.from === 'user') return { role: 'user', content: [{ type: 'text', text: entry.text }] };
  // Thinking included: the API wants it back as it came.
  if (entry.from === 'model') return { role: 'assistant', content: listOf(entry.said) };
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
    said: blocks.length > 0 ? content : null,
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
