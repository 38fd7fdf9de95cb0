import { chatAnswer } from '../chat/answer.ts';
import { chatParts } from '../chat/chat-dialect.ts';
import { ChatBody, dataOf, imagesOf } from '../chat/request.ts';
import { addImage, alikeRow, setField } from '../chat/rules.ts';
import { defineDialect } from '../wire/dialect.ts';
import { pictureOf, pngOf } from '../wire/image.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { openaiError, openaiModels } from './openai-models.ts';
import { openaiDoor, openaiMoments, openaiTools } from './openai-refusals.ts';

const bad = { status: 400, type: 'invalid_request_error' } as const;
const code = (name: string | null, param: string | null) => ({ extra: { code: name, param } });

const messageRefusals: Refusal<ChatBody>[] = [
  {
    rule: 'wrong-endpoint',
    refuses: 'tools for a model that reasons, on this endpoint',
    ...bad,
    words:
      "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    ...code(null, 'reasoning_effort'),
    source: 'https://github.com/BerriAI/litellm/pull/34569',
    found: ({ tools = [], reasoning_effort: effort }, { model }) =>
      tools.length > 0 && model.reasons && effort !== 'none' ? { model: model.id } : null,
    breaks: setField('model', 'gpt-6.1-sol'),
  },
  {
    rule: 'effort',
    refuses: 'an effort that the model does not have',
    ...bad,
    words:
      "Unsupported value: 'reasoning_effort' does not support '{effort}' with this model. Supported values are: {efforts}.",
    ...code('unsupported_value', 'reasoning_effort'),
    source: 'https://github.com/BerriAI/litellm/pull/39983',
    found: ({ reasoning_effort: effort }, { model: { efforts = [] } }) =>
      effort && efforts.length > 0 && !efforts.includes(effort)
        ? { effort, efforts: efforts.map((each) => `'${each}'`).join(', ') }
        : null,
    breaks: ({ body }) => Object.assign(body, { model: 'gpt-6-astra', reasoning_effort: 'none' }),
  },
  {
    rule: 'max-tokens-name',
    refuses: '`max_tokens`, of models that reason',
    ...bad,
    words:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ...code('unsupported_parameter', 'max_tokens'),
    source: 'https://github.com/devnullvoid/dms-ai-assistant/issues/12',
    found: ({ max_tokens: most }, { model }) => (typeof most === 'number' && model.reasons ? {} : null),
    breaks: ({ body }) =>
      Object.assign(body, { model: 'gpt-6-luna', reasoning_effort: 'none', max_tokens: 4096 }),
  },
  {
    rule: 'max-tokens',
    refuses: 'more output than the model gives',
    ...bad,
    words:
      'max_tokens is too large: {asked}. This model supports at most {most} completion tokens, whereas you provided {asked}.',
    ...code('invalid_value', 'max_tokens'),
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
    wordsAreOurs: true,
    found: ({ max_completion_tokens: asked }, { model: { maxOutput: most } }) =>
      typeof asked === 'number' && asked > most ? { asked, most } : null,
    breaks: setField('max_completion_tokens', 200_000),
  },
  alikeRow('unanswered-call', {
    ...bad,
    words:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
    ...code(null, 'messages'),
    source: 'https://github.com/QwenLM/Qwen3-Coder/issues/455',
  }),
  alikeRow('answer-without-call', {
    ...bad,
    words:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    ...code(null, 'messages.[{index}].role'),
    source: 'https://github.com/run-llama/llama_index/issues/10493',
  }),
  {
    rule: 'image-of-tool',
    refuses: 'an image in an answer of a tool',
    ...bad,
    words:
      "Invalid 'messages[{index}]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    ...code('invalid_value', 'messages[{index}]'),
    source: 'https://github.com/dreadnode/rigging/issues/41',
    found: (body) => firstFound(imagesOf(body), ({ role, index }) => (role === 'tool' ? { index } : null)),
    breaks: addImage(`data:image/png;base64,${pngOf(8, 8)}`, 'tool'),
  },
  {
    rule: 'image-empty',
    refuses: 'an image without data',
    ...bad,
    words:
      "Invalid 'messages[{index}].content[{at}].image_url.url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got empty base64-encoded bytes.",
    ...code('invalid_value', 'messages[{index}].content[{at}].image_url.url'),
    source: 'https://github.com/anomalyco/opencode/issues/23983',
    found: (body) =>
      firstFound(imagesOf(body), ({ index, at, url }) => (dataOf(url) === '' ? { index, at } : null)),
    breaks: addImage('data:image/png;base64,'),
  },
  {
    rule: 'image-type',
    refuses: 'data that is no PNG, JPEG, GIF or WebP',
    ...bad,
    words:
      "You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    ...code('invalid_image_format', null),
    source: 'https://github.com/jam3scampbell/ProctorAI/issues/7',
    found: (body) =>
      imagesOf(body).some(({ url }) => url.startsWith('data:') && !pictureOf(dataOf(url))) ? {} : null,
    breaks: addImage(`data:image/bmp;base64,${Buffer.from('BM no picture').toString('base64')}`),
  },
  alikeRow('prompt-too-long', {
    ...bad,
    words:
      "This model's maximum context length is {most} tokens. However, your messages resulted in {prompt} tokens. Please reduce the length of the messages.",
    ...code('context_length_exceeded', 'messages'),
    source: 'https://github.com/chathub-dev/chathub/issues/126',
  }),
];

export const openaiChat = defineDialect({
  id: 'openai-chat',
  title: 'OpenAI Chat Completions',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  models: openaiModels,
  // https://developers.openai.com/api/docs/guides/prompt-caching
  cache: { by: 'prefix', from: 1024, step: 128, writes: true },
  schema: ChatBody.omit({ thinking: true }),
  ...chatParts('/v1/chat/completions', { model: 'gpt-4.1', max_completion_tokens: 4096 }),
  answer: chatAnswer(),
  error: openaiError,
  refusals: [
    ...openaiDoor<ChatBody>(),
    ...openaiTools<ChatBody>({
      toolsOf: ({ tools = [] }) => tools.map((tool) => tool.function),
      name: 'function.name',
      schema: 'function.parameters',
    }),
    ...messageRefusals,
    ...openaiMoments<ChatBody>(),
  ],
});
