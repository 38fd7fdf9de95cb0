import { defineApiFormat } from '../wire/api-format.ts';
import type { Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { ChatBody } from './request.ts';
import { chatParts, chatRows, overWindow, setField } from './rules.ts';

const row = chatRows({ bad: [400, ''] });
const documented = ours('https://lmstudio.ai/docs/developer/openai-compat/tools');

/** Whether the prompt alone is above the window; the output may go over it. */
const overPrompt: typeof overWindow = (body, seen) =>
  seen.promptTokens > seen.model.window ? overWindow(body, seen) : null;

const refusals: Refusal<ChatBody>[] = [
  row('wrong-form', "'{path}' must be {expected}", documented, {
    refuses: 'a value of the wrong type (unknown fields are ignored)',
  }),
  row('unknown-model', [404, '', 'Model "{model}" is not loaded'], documented, {
    refuses: 'a model that is not loaded',
    breaks: setField('model', 'nobody-9'),
  }),
  row(
    'tool-choice',
    "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
    github('lmstudio-ai/lmstudio-bug-tracker#670'),
    {
      refuses: 'the choice of a single tool',
      found: ({ tool_choice: choice }) => (typeof choice === 'object' && choice !== null ? {} : null),
      breaks: setField('tool_choice', { type: 'function', function: { name: 'open' } }),
    },
  ),
  row(
    'kept-first',
    'Trying to keep the first {prompt} tokens when context the overflows. However, the model is loaded with context length of only {most} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.',
    github('lmstudio-ai/lmstudio-bug-tracker#546'),
    {
      refuses:
        'a prompt that is too long for the loaded context, on an older release (the fake model `older`)',
      found: (body, seen) => (body.model === 'older' ? overPrompt(body, seen) : null),
      breaks: ({ body }) => {
        body.model = 'older';
        body.messages.unshift({ role: 'system', content: 'word '.repeat(20_000) });
      },
    },
  ),
  row(
    'prompt-too-long',
    'Cannot truncate prompt with n_keep ({prompt}) >= n_ctx ({most})',
    github('anomalyco/opencode#11141'),
    {
      refuses: 'a prompt that is too long for the loaded context',
      found: overPrompt,
      breaks: ({ body }) => body.messages.unshift({ role: 'system', content: 'word '.repeat(20_000) }),
    },
  ),
  row('server-error', [500, '', 'The model has crashed without additional information.'], documented),
];

export const lmStudio = defineApiFormat({
  id: 'lm-studio',
  title: 'LM Studio',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  models: ['loaded-model', 'older'].map((id) => ({
    id,
    window: 8192,
    maxOutput: Number.POSITIVE_INFINITY,
    reasons: false,
  })),
  cache: { by: 'none', from: 16, step: 16, writes: false },
  schema: ChatBody,
  loosens: () => true,
  ...chatParts('/v1/chat/completions', { model: 'loaded-model', max_tokens: 1024 }),
  answer: chatAnswer({
    usage: (figures) => {
      const { prompt_tokens, completion_tokens, total_tokens } = chatUsage(figures);
      return { prompt_tokens, completion_tokens, total_tokens };
    },
  }),
  error: ({ words }) => ({ error: words }),
  refusals,
});
