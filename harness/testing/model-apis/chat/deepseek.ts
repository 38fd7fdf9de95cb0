import { defineDialect } from '../wire/dialect.ts';
import { pngOf } from '../wire/image.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { chatParts } from './chat-dialect.ts';
import { ChatBody, imagesOf } from './request.ts';
import { addImage, alikeRow, badToolName, longToolName, renameTool, setField } from './rules.ts';

const bad = { status: 400, type: 'invalid_request_error', extra: { code: 'invalid_request_error' } } as const;
const errorCodes = 'https://api-docs.deepseek.com/quick_start/error_codes';

const refusals: Refusal<ChatBody>[] = [
  alikeRow('no-key', {
    status: 401,
    type: 'authentication_error',
    words: 'Authentication Fails (auth header format should be Bearer sk-...)',
    extra: { code: 'invalid_request_error' },
    source: 'https://github.com/linshenkx/prompt-optimizer/issues/170',
  }),
  alikeRow('wrong-key', {
    status: 401,
    type: 'authentication_error',
    words: 'Authentication Fails, Your api key: {masked} is invalid',
    extra: { code: 'invalid_request_error' },
    source: 'https://github.com/nearai/ironclaw/issues/1047',
  }),
  {
    rule: 'image',
    refuses: 'an image: its models read text alone',
    ...bad,
    words:
      'Failed to deserialize the JSON body into the target type: messages[{index}]: unknown variant `image_url`, expected `text` at line 1 column {column}',
    source: 'https://github.com/nextcloud/integration_openai/issues/284',
    found: (body) =>
      firstFound(imagesOf(body), ({ index }) => ({ index, column: JSON.stringify(body).length })),
    breaks: addImage(`data:image/png;base64,${pngOf(8, 8)}`),
  },
  alikeRow('wrong-form', {
    ...bad,
    words: 'Failed to deserialize the JSON body into the target type: {path}: expected {expected}',
    source: 'https://github.com/chatboxai/chatbox/issues/1740',
    wordsAreOurs: true,
  }),
  alikeRow('unknown-model', {
    ...bad,
    words: 'Model Not Exist',
    source: 'https://github.com/deepwn/addi/issues/13',
  }),
  {
    rule: 'thoughts-left-out',
    refuses: 'a message that called a tool, without the thoughts that came with it',
    ...bad,
    words: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    source: 'https://github.com/earendil-works/pi/issues/3636',
    found: ({ messages, thinking }, { model }) =>
      model.reasons &&
      thinking?.type !== 'disabled' &&
      messages.some((each) => each.role === 'assistant' && each.tool_calls?.length && !each.reasoning_content)
        ? {}
        : null,
    breaks: ({ body }) => {
      for (const message of body.messages) if (message.role === 'assistant') delete message.reasoning_content;
    },
  },
  {
    rule: 'max-tokens',
    refuses: 'more output than the model gives',
    ...bad,
    words: 'Invalid max_tokens value, the valid range of max_tokens is [1, {most}]',
    source: errorCodes,
    wordsAreOurs: true,
    found: ({ max_tokens: asked }, { model: { maxOutput: most } }) =>
      typeof asked === 'number' && asked > most ? { most } : null,
    breaks: setField('max_tokens', 500_000),
  },
  {
    rule: 'tool-name',
    refuses: 'a tool name of other characters, as one with a dot',
    ...bad,
    words:
      "Invalid 'tools[{index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    source: 'https://github.com/hackers365/xiaozhi-esp32-server-golang/issues/268',
    found: (body) => badToolName(body, /^[a-zA-Z0-9_-]+$/),
    breaks: renameTool('page.open'),
  },
  {
    rule: 'tool-name-length',
    refuses: 'a tool name of more than 64 characters',
    ...bad,
    words:
      "Invalid 'tools[{index}].function.name': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    source: 'https://github.com/mrexodia/ida-pro-mcp/issues/129',
    found: (body) => longToolName(body, 64),
    breaks: renameTool('o'.repeat(65)),
  },
  alikeRow('unanswered-call', {
    ...bad,
    words:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    source: errorCodes,
    wordsAreOurs: true,
  }),
  alikeRow('answer-without-call', {
    ...bad,
    words: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    source: 'https://github.com/FoundationAgents/OpenManus/issues/744',
  }),
  alikeRow('prompt-too-long', {
    ...bad,
    words:
      "This model's maximum context length is {most} tokens. However, you requested {tokens} tokens ({prompt} in the messages, {output} in the completion). Please reduce the length of the messages or completion.",
    source: 'https://github.com/evalstate/fast-agent/issues/621',
  }),
  {
    rule: 'balance-spent',
    refuses: 'any request of an account without credit',
    status: 402,
    type: 'unknown_error',
    words: 'Insufficient Balance',
    extra: { code: 'invalid_request_error' },
    source: errorCodes,
  },
  alikeRow('rate-limit', {
    status: 429,
    type: 'rate_limit_error',
    words: 'Rate limit reached',
    source: errorCodes,
    wordsAreOurs: true,
  }),
  alikeRow('overloaded', {
    status: 503,
    type: 'service_unavailable_error',
    words:
      'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
    source: errorCodes,
    wordsAreOurs: true,
  }),
];

export const deepseek = defineDialect({
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
