import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { countIn, isBlank, Json, listOf, objectOf, textIn } from '../apis/api.ts';
import { type AnswerForm, nameOf, ownForm } from './answer-form.ts';
import type { Conversation } from './runtime/start-runtime.ts';

/** A request of chat completions, as the runtime can answer it. `maxTokens`: null without a limit. */
export type ChatRequest = {
  conversation: Conversation & { tools: Json[] };
  form: AnswerForm;
  maxTokens: number | null;
  isStream: boolean;
  reportsUsage: boolean;
};

/** A request of the harness's own loop, each answer to which has to be a call. */
export function readOwnRequest(body: Json): ChatRequest {
  return {
    conversation: { messages: body.messages, tools: listOf(body.tools) },
    form: ownForm,
    ...maxTokensOf(body),
    ...{ isStream: false, reportsUsage: false },
  };
}

/**
 * A request of any client, with the words of the refusal if the runtime cannot answer it. Settings of the sampler are left
 * out, because the record of the run has them.
 */
export function readChatRequest(body: Json): ChatRequest | { refused: string } {
  const { stream, stream_options } = body;
  try {
    for (const [name, isPlain, words] of plainFields)
      if (!isPlain(body[name])) throw new Unable(`${name}: got ${shown(body[name])}; ${words}`);
    const messages = messagesIn(body.messages);
    const { tools, form } = askedForm(body);
    return {
      conversation: { messages, tools },
      form,
      ...maxTokensOf(body),
      isStream: stream === true,
      reportsUsage: objectOf(stream_options).include_usage === true,
    };
  } catch (error) {
    if (error instanceof Unable) return { refused: error.message };
    throw error;
  }
}

class Unable extends Error {}

function maxTokensOf({ max_completion_tokens, max_tokens }: Json): { maxTokens: number | null } {
  return { maxTokens: countIn(max_completion_tokens) ?? countIn(max_tokens) };
}

const isMissing = (value: unknown) => value === undefined || value === null || value === false;
const isEmpty = (value: unknown) => isMissing(value) || Object.keys(Object(value)).length === 0;

/** Fields that the runtime cannot fulfil, except with these values. */
const plainFields: readonly [name: string, isPlain: (value: unknown) => boolean, words: string][] = [
  ['n', (value) => isMissing(value) || value === 1, 'expected 1, because the runtime gives one answer'],
  ['stop', isEmpty, 'the runtime stops an answer at no words'],
  ['logprobs', isMissing, 'the runtime sends no log-probabilities'],
  ['logit_bias', isEmpty, 'the runtime has no bias of tokens'],
  ['functions', isEmpty, 'expected tools, which replace functions'],
  ['function_call', isMissing, 'expected tool_choice, which replaces function_call'],
];

/** The messages with plain texts, in the roles that chat templates know. */
function messagesIn(messages: unknown): Json[] {
  if (!Array.isArray(messages) || messages.length === 0)
    throw new Unable(`messages: got ${shown(messages)}; expected a list of messages`);
  return messages.map((given, index) => {
    const at = `messages[${index}]`;
    const message = objectOf(given);
    const { role, content, tool_calls: calls } = message;
    if (typeof role !== 'string' || !roles.has(role))
      throw new Unable(`${at}.role: got ${shown(role)}; expected ${[...roles].join(', ')}`);
    for (const [number, call] of listOf(calls).entries()) {
      const { arguments: args } = objectOf(call.function);
      if (typeof args !== 'string' || !Json.safeParse(jsonOrUndefined(args)).success)
        throw new Unable(
          `${at}.tool_calls[${number}].function.arguments: got ${shown(args)}; expected the text of a JSON object`,
        );
    }
    return {
      ...message,
      role: role === 'developer' ? 'system' : role,
      content: textOf(content, `${at}.content`),
    };
  });
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

function textOf(content: unknown, at: string): unknown {
  if (!Array.isArray(content)) return content;
  return content
    .map((part, index) => {
      const { type, text, refusal } = objectOf(part);
      if (type !== 'text' && type !== 'refusal')
        throw new Unable(
          `${at}[${index}].type: got ${shown(type)}; expected text, because the weights read no images, sounds or files`,
        );
      return String(text ?? refusal ?? '');
    })
    .filter((text) => !isBlank(text))
    .join('\n');
}

function askedForm({ tools: given, tool_choice, response_format }: Json): {
  tools: Json[];
  form: AnswerForm;
} {
  const tools = listOf(given);
  for (const [index, { type, function: called }] of tools.entries())
    if (type !== 'function' || textIn(objectOf(called).name) === null)
      throw new Unable(`tools[${index}]: got ${shown(type)}; expected a function with a name`);
  const format = formatOf(response_format);
  if (tools.length === 0 || tool_choice === 'none') return { tools: [], form: format };
  if (format.kind !== 'text')
    throw new Unable('response_format: got JSON beside tools; expected one of them in a request');
  if ((tool_choice ?? 'auto') === 'auto') return { tools, form: { kind: 'calls_or_text' } };
  if (tool_choice === 'required') return { tools, form: ownForm };
  const { type, function: called } = objectOf(tool_choice);
  const tool = type === 'function' ? textIn(objectOf(called).name) : null;
  if (tool === null)
    throw new Unable(
      `tool_choice: got ${shown(tool_choice)}; expected auto, none, required or a named function`,
    );
  if (!tools.some((each) => nameOf(each) === tool))
    throw new Unable(`tool_choice: got the function ${shown(tool)}; expected the name of a tool`);
  return { tools, form: { kind: 'calls', tool } };
}

function formatOf(format: unknown): AnswerForm {
  if (isMissing(format)) return { kind: 'text' };
  const { type, json_schema } = objectOf(format);
  if (type === 'text') return { kind: 'text' };
  if (type === 'json_object') return { kind: 'json', schema: null };
  const { data } = Json.safeParse(objectOf(json_schema).schema);
  if (type === 'json_schema' && data) return { kind: 'json', schema: data };
  throw new Unable(
    `response_format: got ${shown(format)}; expected text, json_object or json_schema with a schema`,
  );
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}
