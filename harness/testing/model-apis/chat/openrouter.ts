import { defineApiFormat } from '../wire/api-format.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer } from './answer.ts';
import { ChatBody } from './request.ts';
import { chatParts, chatRows } from './rules.ts';

/** Its errors have a number for a code and no type. */
const row = chatRows({ bad: [400, ''], toolName: /^[a-zA-Z_][\w.:-]{0,63}$/ });
const errors = 'https://openrouter.ai/docs/api/reference/errors-and-debugging';
/** What the provider behind it said. */
const upstream = (raw: string) => ({ extra: { metadata: { raw, provider_name: 'Google AI Studio' } } });

const refusals: Refusal<ChatBody>[] = [
  row('no-key', [401, '', 'No auth credentials found'], github('musistudio/claude-code-router#227')),
  row('wrong-key', [401, '', 'User not found.'], github('continuedev/continue#10878')),
  row('wrong-form', 'Invalid input: {path}: expected {expected}', ours(errors)),
  row('unknown-model', '{model} is not a valid model ID', github('maxnowack/anthropic-proxy#4')),
  row('thoughts-left-out', 'Provider returned error', github('massgen/MassGen#624'), {
    refuses: 'a tool call of a Gemini model without the `reasoning_details` that the API returned with it',
    ...upstream(
      'Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks. Upstream error: {"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.","status":"INVALID_ARGUMENT"}}',
    ),
    found: ({ messages, model }, { said }) =>
      !model.startsWith('google/')
        ? null
        : firstFound(messages, (message, index) => {
            if (message.role !== 'assistant') return null;
            const [call] = message.tool_calls ?? [];
            const given = said.get(call?.id ?? '');
            const isBack = JSON.stringify(message.reasoning_details ?? []).includes(`"data":"${given}"`);
            return !call || isBack ? null : { name: call.function.name, position: index + 1 };
          }),
    breaks: ({ body }) => {
      for (const message of body.messages) if (message.role === 'assistant') delete message.reasoning_details;
    },
  }),
  row('tool-name', 'Provider returned error', github('cline/cline#7339'), {
    refuses: 'a tool name that the provider of the model rejects',
    ...upstream(
      '{"error":{"code":400,"message":"* GenerateContentRequest.tools[0].function_declarations[{index}].name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.","status":"INVALID_ARGUMENT"}}',
    ),
  }),
  row(
    'prompt-too-long',
    'This endpoint\'s maximum context length is {most} tokens. However, you requested about {tokens} tokens ({prompt} of text input, {output} in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
    github('refly-ai/refly#1177'),
  ),
  row(
    'credit-spent',
    [402, '', 'Insufficient credits. Add more using https://openrouter.ai/settings/credits'],
    ours(errors),
    { refuses: 'any request of an account without credit' },
  ),
  row('moderated', [403, '', 'Input was flagged by moderation'], ours(errors), {
    refuses: 'a prompt that moderation flagged; the next prompt may be accepted',
    extra: {
      metadata: {
        reasons: ['violence'],
        flagged_input: 'Go to a.test.',
        provider_name: 'OpenAI',
        model_slug: 'openai/gpt-6-luna',
      },
    },
  }),
  row('rate-limit', [429, '', 'Rate limit exceeded'], ours(errors)),
  row('provider-down', [502, '', 'Provider returned error'], ours(errors), {
    refuses: 'any request while its provider is down',
  }),
  row(
    'no-provider',
    [503, '', 'There is no available model provider that meets your routing requirements'],
    errors,
    { refuses: 'a request that no provider of the model accepts' },
  ),
];

export const openrouter = defineApiFormat({
  id: 'openrouter',
  title: 'OpenRouter',
  base: '/api/v1',
  route: /^\/api\/v1\/chat\/completions$/,
  models: [
    { id: 'google/gemini-3.8-flash', window: 1_048_576, maxOutput: 65_536, reasons: true },
    { id: 'deepseek/deepseek-v4-pro', window: 1_000_000, maxOutput: 384_000, reasons: true },
    { id: 'openai/gpt-4.1', window: 1_047_576, maxOutput: 32_768, reasons: false },
  ],
  // What the provider behind it does: here Gemini's, https://ai.google.dev/gemini-api/docs/caching.
  cache: { by: 'prefix', from: 4096, step: 1, writes: false },
  schema: ChatBody,
  loosens: () => true,
  ...chatParts('/api/v1/chat/completions', { model: 'google/gemini-3.8-flash', max_tokens: 4096 }),
  answer: chatAnswer({
    thoughts: ({ answer, newId, said }, [id]) => {
      const data = newId('encrypted');
      if (id) said.set(id, data);
      return {
        reasoning: answer.thinking ?? null,
        reasoning_details: [
          { type: 'reasoning.encrypted', data, id: id ?? null, format: 'google-gemini-v1', index: 0 },
        ],
      };
    },
    alwaysReports: true,
    failed: { native_finish_reason: 'MALFORMED_FUNCTION_CALL' },
  }),
  error: ({ words, status, metadata }) => ({
    error: { message: words, code: status, ...(metadata ? { metadata } : {}) },
    user_id: 'user_stand_in',
  }),
  refusals,
});
