import { chat as dialect } from '../proxy/dialects/chat.ts';
import { type Json, listOf, objectOf, textIn } from '../proxy/dialects/dialect.ts';
import {
  type Ask,
  type AskedCall,
  type Conversation,
  CutAnswer,
  type Entry,
  type ModelTurn,
  type Quirk,
} from './conversation.ts';
import { readArguments } from './read-arguments.ts';

/** Chat completions, which most hosts but OpenAI's own speak today. */
export const chat: Conversation = {
  dialect,
  path: () => '/v1/chat/completions',
  build: ({ model, maxTokens, effort, system, tools, entries, quirks }: Ask) => {
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
};

/** Tool messages hold text alone, with most hosts: images follow in a message of the user. */
function messagesOf(entry: Entry, quirks: ReadonlySet<Quirk>): Json[] {
  if (entry.from === 'user') return [{ role: 'user', content: entry.text }];
  // As it came: some hosts refuse the next request without the reasoning or the signature that is in it.
  if (entry.from === 'model') return [objectOf(entry.said)];
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
    said: { role: 'assistant', ...withoutNulls(message), ...(named.length > 0 ? { tool_calls: named } : {}) },
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
    said: null,
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

function askedCall({ id, function: called, type }: Json, index: number): AskedCall {
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
