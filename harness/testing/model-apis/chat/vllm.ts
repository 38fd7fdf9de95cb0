import { defineDialect } from '../wire/dialect.ts';
import { pngOf } from '../wire/image.ts';
import type { Refusal } from '../wire/refusal.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { chatParts } from './chat-dialect.ts';
import { ChatBody, imagesOf } from './request.ts';
import { addImage, alikeRow, overWindow, setField } from './rules.ts';

const protocol = 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/engine/protocol.py';
const bad = { status: 400, type: 'BadRequestError' } as const;

const refusals: Refusal<ChatBody>[] = [
  alikeRow('no-key', {
    refuses: 'a request without the key that the server was started with',
    status: 401,
    type: '',
    words: 'Unauthorized',
    source: 'https://github.com/vllm-project/vllm/issues/22407',
  }),
  alikeRow('wrong-key', {
    refuses: 'another key than the server was started with',
    status: 401,
    type: '',
    words: 'Unauthorized',
    source: 'https://github.com/vllm-project/vllm/issues/22407',
  }),
  alikeRow('wrong-form', {
    refuses: 'a field that is missing, or holds something else than it should; unknown ones it ignores',
    ...bad,
    words: '1 validation error: {path}: Input should be {expected}',
    source: protocol,
    wordsAreOurs: true,
  }),
  alikeRow('unknown-model', {
    refuses: 'another model than it serves',
    status: 404,
    type: 'NotFoundError',
    words: 'The model `{model}` does not exist.',
    source: 'https://github.com/vllm-project/vllm/issues/3485',
  }),
  {
    rule: 'no-tool-parser',
    refuses: 'tools, where the server was started without a parser for their calls',
    ...bad,
    words: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    source: 'https://github.com/vllm-project/vllm/issues/9986',
    found: ({ model, tools = [] }) => (model === 'without-tool-parser' && tools.length > 0 ? {} : null),
    breaks: setField('model', 'without-tool-parser'),
  },
  {
    rule: 'image',
    refuses: 'an image, where the model reads text alone',
    ...bad,
    words: '{model} is not a multimodal model',
    source: 'https://docs.vllm.ai/en/stable/features/multimodal_inputs/',
    wordsAreOurs: true,
    found: (body, { model }) => (model.blind && imagesOf(body).length > 0 ? { model: model.id } : null),
    breaks: addImage(`data:image/png;base64,${pngOf(8, 8)}`),
  },
  {
    rule: 'max-tokens',
    refuses: 'more output than the window leaves beside the prompt',
    ...bad,
    words:
      "'max_tokens' or 'max_completion_tokens' is too large: {output}. This model's maximum context length is {most} tokens and your request has {prompt} input tokens ({output} > {most} - {prompt}).",
    source: 'https://github.com/opendatalab/MinerU/issues/4868',
    found: (body, seen) => (seen.promptTokens < seen.model.window ? overWindow(body, seen) : null),
    breaks: setField('max_tokens', 32_768),
  },
  alikeRow('prompt-too-long', {
    ...bad,
    words:
      "This model's maximum context length is {most} tokens. However, you requested {tokens} tokens ({prompt} in the messages, {output} in the completion). Please reduce the length of the messages or completion.",
    source: 'https://github.com/vllm-project/vllm/issues/20409',
  }),
  alikeRow('server-error', {
    status: 500,
    type: 'InternalServerError',
    words: 'Internal server error',
    source: protocol,
    wordsAreOurs: true,
  }),
];

export const vllm = defineDialect({
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
