import { defineApiFormat } from '../wire/api-format.ts';
import type { Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { ChatBody, imagesOf } from './request.ts';
import { chatParts, chatRows, overWindow, setField } from './rules.ts';

const row = chatRows({ bad: [400, 'BadRequestError'] });
const unauthorized = [401, '', 'Unauthorized'] as const;
const protocol = github('vllm-project/vllm/blob/main/vllm/entrypoints/openai/engine/protocol.py');

const refusals: Refusal<ChatBody>[] = [
  row('no-key', unauthorized, github('vllm-project/vllm#22407'), {
    refuses: 'a request without the key that the server was started with',
  }),
  row('wrong-key', unauthorized, github('vllm-project/vllm#22407'), {
    refuses: 'a key other than the key that the server was started with',
  }),
  row('wrong-form', '1 validation error: {path}: Input should be {expected}', ours(protocol), {
    refuses: 'a missing field, or a value of the wrong type (unknown fields are ignored)',
  }),
  row(
    'unknown-model',
    [404, 'NotFoundError', 'The model `{model}` does not exist.'],
    github('vllm-project/vllm#3485'),
    { refuses: 'a model other than the model that the server runs' },
  ),
  row(
    'no-tool-parser',
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    github('vllm-project/vllm#9986'),
    {
      refuses: 'tools, if the server was started without a parser for tool calls',
      found: ({ model, tools = [] }) => (model === 'without-tool-parser' && tools.length > 0 ? {} : null),
      breaks: setField('model', 'without-tool-parser'),
    },
  ),
  row(
    'call-arguments',
    "Expecting ',' delimiter: line 1 column {column} (char {at})",
    github('vllm-project/vllm#43995'),
  ),
  row(
    'image',
    '{model} is not a multimodal model',
    ours('https://docs.vllm.ai/en/stable/features/multimodal_inputs/'),
    {
      refuses: 'an image, if the model reads only text',
      found: (body, { model }) => (model.blind && imagesOf(body).length > 0 ? { model: model.id } : null),
    },
  ),
  row(
    'max-tokens',
    "'max_tokens' or 'max_completion_tokens' is too large: {output}. This model's maximum context length is {most} tokens and your request has {prompt} input tokens ({output} > {most} - {prompt}).",
    github('opendatalab/MinerU#4868'),
    {
      refuses: 'an output limit that exceeds the rest of the context window after the prompt',
      found: (body, seen) => (seen.promptTokens < seen.model.window ? overWindow(body, seen) : null),
    },
  ),
  row(
    'prompt-too-long',
    "This model's maximum context length is {most} tokens. However, you requested {tokens} tokens ({prompt} in the messages, {output} in the completion). Please reduce the length of the messages or completion.",
    github('vllm-project/vllm#20409'),
  ),
  row('server-error', [500, 'InternalServerError', 'Internal server error'], ours(protocol)),
];

export const vllm = defineApiFormat({
  id: 'vllm',
  title: 'vLLM',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  models: ['served-model', 'served-vision-model', 'without-tool-parser'].map((id) => ({
    id,
    window: 32_768,
    maxOutput: 32_768,
    reasons: false,
    blind: !id.includes('vision'),
  })),
  // It caches by blocks of 16 tokens, and says so only where it was started to: https://docs.vllm.ai/en/stable/features/automatic_prefix_caching/.
  cache: { by: 'none', from: 16, step: 16, writes: false },
  schema: ChatBody,
  loosens: () => true,
  ...chatParts('/v1/chat/completions', { model: 'served-model', max_tokens: 4096 }),
  answer: chatAnswer({
    usage: (figures) => {
      const { prompt_tokens, completion_tokens, total_tokens } = chatUsage(figures);
      return { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details: null };
    },
  }),
  error: ({ type, words, status }) =>
    status === 401 ? { error: words } : { error: { message: words, type, param: null, code: status } },
  refusals,
});
