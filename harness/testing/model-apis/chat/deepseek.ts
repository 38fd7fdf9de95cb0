import { defineApiFormat } from '../wire/api-format.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { ChatBody, imagesOf } from './request.ts';
import { chatParts, chatRows, setField } from './rules.ts';

const row = chatRows({ bad: [400, 'invalid_request_error'] });
const code = { extra: { code: 'invalid_request_error' } };
const errorCodes = 'https://api-docs.deepseek.com/quick_start/error_codes';

const refusals: Refusal<ChatBody>[] = [
  row(
    'no-key',
    [401, 'authentication_error', 'Authentication Fails (auth header format should be Bearer sk-...)'],
    github('linshenkx/prompt-optimizer#170'),
    code,
  ),
  row(
    'wrong-key',
    [401, 'authentication_error', 'Authentication Fails, Your api key: {masked} is invalid'],
    github('nearai/ironclaw#1047'),
    code,
  ),
  row(
    'image',
    'Failed to deserialize the JSON body into the target type: messages[{index}]: unknown variant `image_url`, expected `text` at line 1 column {column}',
    github('nextcloud/integration_openai#284'),
    {
      refuses: 'an image, because the models of this API read only text',
      ...code,
      found: (body) =>
        firstFound(imagesOf(body), ({ index }) => ({ index, column: JSON.stringify(body).length })),
    },
  ),
  row(
    'wrong-form',
    'Failed to deserialize the JSON body into the target type: {path}: expected {expected}',
    ours(github('chatboxai/chatbox#1740')),
    code,
  ),
  row('unknown-model', 'Model Not Exist', github('deepwn/addi#13'), code),
  row(
    'thoughts-left-out',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    github('earendil-works/pi#3636'),
    {
      refuses: 'a message with a tool call, without the reasoning that the API returned with it',
      ...code,
      found: ({ messages, thinking }, { model }) =>
        model.reasons &&
        thinking?.type !== 'disabled' &&
        messages.some(
          (each) => each.role === 'assistant' && each.tool_calls?.length && !each.reasoning_content,
        )
          ? {}
          : null,
      breaks: ({ body }) => {
        for (const message of body.messages)
          if (message.role === 'assistant') delete message.reasoning_content;
      },
    },
  ),
  row(
    'forced-thinking',
    'Thinking mode does not support this tool_choice',
    github('tickernelz/opencode-mem#253'),
    {
      refuses: 'a forced tool call in the thinking mode, which is the default',
      ...code,
      found: ({ tool_choice: choice, thinking }, { model }) => {
        const isForced = choice === 'required' || typeof choice === 'object';
        return isForced && model.reasons && thinking?.type !== 'disabled' ? {} : null;
      },
      breaks: setField('tool_choice', 'required'),
    },
  ),
  row(
    'max-tokens',
    'Invalid max_tokens value, the valid range of max_tokens is [1, {most}]',
    ours(errorCodes),
    code,
  ),
  row(
    'tool-name',
    "Invalid 'tools[{index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    github('hackers365/xiaozhi-esp32-server-golang#268'),
    code,
  ),
  row(
    'tool-name-length',
    "Invalid 'tools[{index}].function.name': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    github('mrexodia/ida-pro-mcp#129'),
    code,
  ),
  row(
    'unanswered-call',
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    ours(errorCodes),
    code,
  ),
  row(
    'answer-without-call',
    "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    github('FoundationAgents/OpenManus#744'),
    code,
  ),
  row(
    'prompt-too-long',
    "This model's maximum context length is {most} tokens. However, you requested {tokens} tokens ({prompt} in the messages, {output} in the completion). Please reduce the length of the messages or completion.",
    github('evalstate/fast-agent#621'),
    code,
  ),
  row('balance-spent', [402, 'unknown_error', 'Insufficient Balance'], errorCodes, {
    refuses: 'any request of an account without credit',
    ...code,
  }),
  row('rate-limit', [429, 'rate_limit_error', 'Rate limit reached'], ours(errorCodes)),
  row(
    'overloaded',
    [
      503,
      'service_unavailable_error',
      'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
    ],
    ours(errorCodes),
  ),
];

export const deepseek = defineApiFormat({
  id: 'deepseek',
  title: 'DeepSeek',
  base: '',
  route: /^(\/v1)?\/chat\/completions$/,
  // https://github.com/earendil-works/pi/issues/3636
  models: ['deepseek-v4-pro', 'deepseek-v4-flash'].map((id) => ({
    id,
    window: 1_000_000,
    maxOutput: 384_000,
    reasons: true,
    blind: true,
  })),
  // https://api-docs.deepseek.com/guides/kv_cache: storage units of 64 tokens.
  cache: { by: 'prefix', from: 64, step: 64, writes: false },
  schema: ChatBody,
  loosens: () => true,
  ...chatParts('/chat/completions', { model: 'deepseek-v4-pro', max_tokens: 4096 }),
  answer: chatAnswer({
    thoughts: ({ answer }) => ({ reasoning_content: answer.thinking ?? 'I think.' }),
    usage: (figures) => ({
      ...chatUsage(figures),
      prompt_cache_hit_tokens: figures.cacheRead,
      prompt_cache_miss_tokens: figures.input,
    }),
    alwaysReports: true,
  }),
  error: ({ type, words, code = type }) => ({ error: { message: words, type, param: null, code } }),
  refusals,
});
