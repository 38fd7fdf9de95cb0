import { chatAnswer } from '../chat/answer.ts';
import { ChatBody, callsOf, imagesOf } from '../chat/request.ts';
import { addImage, chatParts, chatRows, setField } from '../chat/rules.ts';
import { defineApiFormat } from '../wire/api-format.ts';
import { pngOf } from '../wire/image.ts';
import { firstFound } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import {
  code,
  openaiError,
  openaiImages,
  openaiModels,
  openaiRefusals,
  openaiView,
} from './openai-refusals.ts';

const row = chatRows({ ...openaiView, output: 'max_completion_tokens' });

export const openaiChat = defineApiFormat({
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
  refusals: openaiRefusals(row, 'function.', [
    row(
      'wrong-endpoint',
      "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      github('BerriAI/litellm!34569'),
      {
        refuses: 'tools in a request to a reasoning model, on this endpoint',
        ...code(null, 'reasoning_effort'),
        found: ({ tools = [], reasoning_effort: effort }, { model }) =>
          tools.length > 0 && model.reasons && effort !== 'none' ? { model: model.id } : null,
        breaks: setField('model', 'gpt-6.1-sol'),
      },
    ),
    row(
      'effort',
      "Unsupported value: 'reasoning_effort' does not support '{effort}' with this model. Supported values are: {efforts}.",
      github('BerriAI/litellm!39983'),
      {
        ...code('unsupported_value', 'reasoning_effort'),
        breaks: ({ body }) => Object.assign(body, { model: 'gpt-6-astra', reasoning_effort: 'none' }),
      },
    ),
    row(
      'max-tokens-name',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      github('devnullvoid/dms-ai-assistant#12'),
      {
        refuses: '`max_tokens` in a request to a reasoning model',
        ...code('unsupported_parameter', 'max_tokens'),
        found: ({ max_tokens: most }, { model }) => (typeof most === 'number' && model.reasons ? {} : null),
        breaks: ({ body }) =>
          Object.assign(body, { model: 'gpt-6-luna', reasoning_effort: 'none', max_tokens: 4096 }),
      },
    ),
    row(
      'max-tokens',
      'max_tokens is too large: {asked}. This model supports at most {most} completion tokens, whereas you provided {asked}.',
      ours('https://platform.openai.com/docs/api-reference/chat/create'),
      code('invalid_value', 'max_tokens'),
    ),
    row(
      'null-content',
      "Invalid value for 'content': expected a string, got null.",
      github('docker/docker-agent#63'),
      {
        refuses: 'a message of the model with neither content nor tool calls',
        ...code(null, 'messages.[{index}].content'),
        found: ({ messages }) =>
          firstFound(messages, (message, index) =>
            message.role === 'assistant' && message.content === null && callsOf(message).length === 0
              ? { index }
              : null,
          ),
        breaks: ({ body }) =>
          body.messages.push({ role: 'assistant', content: null }, { role: 'user', content: 'Go on.' }),
      },
    ),
    row(
      'empty-calls',
      "Invalid 'messages[{index}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      github('home-assistant/core!118577'),
      {
        refuses: 'an empty list of tool calls',
        ...code('empty_array', 'messages[{index}].tool_calls'),
        found: ({ messages }) =>
          firstFound(messages, (message, index) =>
            message.role === 'assistant' && message.tool_calls?.length === 0 ? { index } : null,
          ),
        breaks: ({ body }) =>
          body.messages.push(
            { role: 'assistant', content: 'I see.', tool_calls: [] },
            { role: 'user', content: 'Go on.' },
          ),
      },
    ),
    row(
      'called-name',
      "Invalid 'messages[{index}].tool_calls[{at}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      github('mcp-use/mcp-use#90'),
      code('invalid_value', 'messages[{index}].tool_calls[{at}].function.name'),
    ),
    row(
      'unanswered-call',
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
      github('QwenLM/Qwen3-Coder#455'),
      code(null, 'messages'),
    ),
    row(
      'answer-without-call',
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      github('run-llama/llama_index#10493'),
      code(null, 'messages.[{index}].role'),
    ),
    row(
      'image-of-tool',
      "Invalid 'messages[{index}]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
      github('dreadnode/rigging#41'),
      {
        refuses: 'an image in a tool result',
        ...code('invalid_value', 'messages[{index}]'),
        found: (body) =>
          firstFound(imagesOf(body), ({ role, index }) => (role === 'tool' ? { index } : null)),
        breaks: ({ body }) => addImage(body, 'image/png', pngOf(8, 8), 'tool'),
      },
    ),
    ...openaiImages(row, { path: 'messages[{index}].content[{at}].image_url.url', param: null }),
    row(
      'prompt-too-long',
      "This model's maximum context length is {most} tokens. However, your messages resulted in {prompt} tokens. Please reduce the length of the messages.",
      github('chathub-dev/chathub#126'),
      code('context_length_exceeded', 'messages'),
    ),
  ]),
});
