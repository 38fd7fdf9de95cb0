import { z } from 'zod';
import { defineApiFormat } from '../wire/api-format.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { ChatBody, callsOf } from './request.ts';
import { chatParts, chatRows, setField } from './rules.ts';

const row = chatRows({ bad: [400, 'invalid_request_error'], toolName: /^[a-zA-Z0-9_-]{1,64}$/ });
const misordered = (words: string) => [400, 'invalid_request_message_order', words] as const;
const order = { extra: { code: '3230' } };
const unfit = (words: string) => [422, 'invalid_request_error', words] as const;
/** The validator's own list of faults stands where other errors have their words. */
const detail = (type: string) => ({ extra: { detail: { type, loc: '{place}' } } });
const unauthorized = [401, '', 'Unauthorized'] as const;
const docs = 'https://docs.mistral.ai';

const refusals: Refusal<ChatBody>[] = [
  row('no-key', unauthorized, github('agent0ai/agent-zero#539')),
  row('wrong-key', unauthorized, github('diegosouzapw/OmniRoute#7638'), {
    refuses: 'an unknown key, or a key without quota',
  }),
  row('unknown-field', unfit('Extra inputs are not permitted'), github('editor-code-assistant/eca#231'), {
    refuses: 'an unknown field, such as `max_completion_tokens`',
    ...detail('extra_forbidden'),
    breaks: setField('max_completion_tokens', 4096),
  }),
  row('missing-field', unfit('Field required'), ours(`${docs}/api/`), detail('missing')),
  row('wrong-type', unfit('Input should be {expected}'), ours(`${docs}/api/`), detail('type_error')),
  row(
    'unknown-model',
    [400, 'invalid_model', 'Invalid model: {model}'],
    github('mistralai/mistral-vibe#617'),
    { extra: { code: '1500' } },
  ),
  row(
    'call-id',
    [400, 'invalid_function_call', 'Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.'],
    github('mistralai/mistral-vibe#1075'),
    {
      refuses: 'a tool call id that is not exactly nine letters or digits',
      extra: { code: '3280' },
      found: ({ messages }) =>
        firstFound(messages, (message) => {
          const ids = message.role === 'tool' ? [message.tool_call_id] : callsOf(message);
          const id = ids.find((each) => !/^[a-zA-Z0-9]{9}$/.test(each));
          return id === undefined ? null : { id };
        }),
      breaks: ({ body }) => {
        for (const message of body.messages)
          if (message.role === 'tool') message.tool_call_id = 'call_0fypS1hVX';
      },
    },
  ),
  row(
    'answers-missing',
    misordered('Not the same number of function calls and responses'),
    github('mistralai/client-ts#106'),
    { like: 'unanswered-call', refuses: 'fewer or more tool results than tool calls', ...order },
  ),
  row(
    'user-after-tool',
    misordered("Unexpected role 'user' after role 'tool'"),
    github('LibreChat-AI/agents#344'),
    {
      refuses: 'a message of the user directly after a tool result, for example with an image from the tool',
      ...order,
      found: (body) => (follows(body, 'user', 'tool') ? {} : null),
      breaks: ({ body }) => body.messages.push({ role: 'user', content: 'Go on.' }),
    },
  ),
  row(
    'tool-after-user',
    misordered("Unexpected role 'tool' after role 'user'"),
    github('charmbracelet/crush#279'),
    {
      refuses: 'a tool result directly after a message of the user',
      ...order,
      found: (body) => (follows(body, 'tool', 'user') ? {} : null),
      breaks: ({ body }) => {
        body.messages.splice(
          2,
          0,
          { role: 'user', content: 'Go.' },
          { role: 'tool', tool_call_id: 'nobodys00', content: 'late' },
          { role: 'assistant', content: 'I see.' },
          { role: 'user', content: 'Go.' },
        );
      },
    },
  ),
  row(
    'last-role',
    misordered(
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    ),
    `${docs}/capabilities/completion/prefix/`,
    {
      refuses: 'a conversation whose last message is from the model',
      ...order,
      found: ({ messages }) => {
        const last = messages.at(-1);
        return last?.role === 'assistant' && !last.prefix ? {} : null;
      },
      breaks: ({ body }) => body.messages.push({ role: 'assistant', content: 'The answer is' }),
    },
  ),
  row(
    'tool-name',
    'Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    github('Kochava-Studios/witsy!164'),
    { refuses: 'a tool name with a character that is not allowed, or of more than 64 characters' },
  ),
  row(
    'prompt-too-long',
    'Prompt contains {prompt} tokens, too large for model with {most} maximum context length',
    `${docs}/resources/known-limitations`,
  ),
  row('rate-limit', [429, 'rate_limited', 'Rate limit exceeded'], github('raycast/extensions#31107'), {
    extra: { code: '1300' },
  }),
  row(
    'capacity',
    [429, 'invalid_request_error', 'Service tier capacity exceeded for this model.'],
    github('continuedev/continue#6185'),
    { like: 'overloaded' },
  ),
];

function follows({ messages }: ChatBody, role: string, before: string): boolean {
  return messages.some((message, index) => message.role === role && messages[index - 1]?.role === before);
}

export const mistral = defineApiFormat({
  id: 'mistral',
  title: 'Mistral',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  // https://github.com/openclaw/openclaw/pull/53006
  models: [
    { id: 'mistral-large-latest', window: 262_144, maxOutput: 16_384, reasons: false },
    { id: 'mistral-medium-latest', window: 262_144, maxOutput: 32_768, reasons: false },
  ],
  cache: { by: 'none', from: 0, step: 1, writes: false },
  schema: ChatBody.omit({
    max_completion_tokens: true,
    thinking: true,
    store: true,
    user: true,
    seed: true,
    logit_bias: true,
    logprobs: true,
    top_logprobs: true,
    service_tier: true,
    verbosity: true,
  }).extend({
    tool_choice: z.union([z.enum(['auto', 'none', 'any', 'required']), z.looseObject({})]).optional(),
  }),
  ...chatParts('/v1/chat/completions', { model: 'mistral-large-latest', max_tokens: 4096 }),
  answer: chatAnswer({
    // Nine letters or digits, as it wants them back.
    callId: (newId) => newId('c'),
    usage: (figures) => {
      const { prompt_tokens, completion_tokens, total_tokens } = chatUsage(figures);
      return { prompt_tokens, completion_tokens, total_tokens };
    },
    alwaysReports: true,
  }),
  error: ({ type, words, status, code = null, detail }) => {
    if (status === 401) return { detail: words };
    const message = typeof detail === 'object' ? { detail: [{ ...detail, msg: words }] } : words;
    return { object: 'error', message, type, param: null, code, raw_status_code: status };
  },
  refusals,
});
