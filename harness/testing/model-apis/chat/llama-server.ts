import { defineApiFormat } from '../wire/api-format.ts';
import type { Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer } from './answer.ts';
import { ChatBody, imagesOf } from './request.ts';
import { chatParts, chatRows, overWindow, setField } from './rules.ts';

const row = chatRows({ bad: [400, 'invalid_request_error'] });
const source = github('ggml-org/llama.cpp/blob/master/tools/server/README.md');

const refusals: Refusal<ChatBody>[] = [
  row('wrong-form', '{path}: type must be {expected}', ours(source), {
    refuses: 'a value of the wrong type (unknown fields are ignored, and so is the name of the model)',
  }),
  row(
    'no-jinja',
    [500, 'server_error', 'tools param requires --jinja flag'],
    github('defilantech/LLMKube#126'),
    {
      refuses:
        'tools, if an older release was started without its templates (the fake model `without-jinja`)',
      found: ({ model, tools = [] }) => (model === 'without-jinja' && tools.length > 0 ? {} : null),
      breaks: setField('model', 'without-jinja'),
    },
  ),
  row(
    'call-arguments',
    [500, 'server_error', 'Failed to parse tool call arguments as JSON: parse error at column {column}'],
    ours(source),
  ),
  row(
    'image',
    [
      500,
      'server_error',
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ],
    ours(source),
    {
      refuses: 'an image, if the server was started without a projector',
      found: (body) => (imagesOf(body).length > 0 ? {} : null),
    },
  ),
  row(
    'prompt-too-long',
    [
      400,
      'exceed_context_size_error',
      'request ({prompt} tokens) exceeds the available context size ({most} tokens), try increasing it',
    ],
    github('llmmllab/llmmllab-api#69'),
    {
      refuses: 'a prompt that is too long for the context of the server',
      extra: { n_prompt_tokens: '{prompt}', n_ctx: '{most}' },
      found: (body, seen) => (seen.promptTokens > seen.model.window ? overWindow(body, seen) : null),
      breaks: ({ body }) => body.messages.unshift({ role: 'system', content: 'word '.repeat(40_000) }),
    },
  ),
  row('loading', [503, 'unavailable_error', 'Loading model'], ours(source), {
    refuses: 'any request while the model is loaded',
  }),
];

export const llamaServer = defineApiFormat({
  id: 'llama-server',
  title: 'llama-server (llama.cpp)',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  models: ['/home/me/models/qwen3-8b.gguf', 'without-jinja'].map((id) => ({
    id,
    window: 16_384,
    maxOutput: Number.POSITIVE_INFINITY,
    reasons: false,
  })),
  cache: { by: 'none', from: 16, step: 16, writes: false },
  schema: ChatBody,
  loosens: () => true,
  ...chatParts('/v1/chat/completions', { model: '/home/me/models/qwen3-8b.gguf', max_tokens: 1024 }),
  answer: chatAnswer(),
  error: ({ type, words, status, n_prompt_tokens, n_ctx }) => ({
    error: { code: status, message: words, type, ...(n_ctx === undefined ? {} : { n_prompt_tokens, n_ctx }) },
  }),
  refusals,
});
