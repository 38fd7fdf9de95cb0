import { defineApiFormat } from '../wire/api-format.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { ChatBody, callsOf } from './request.ts';
import { chatParts, chatRows, setField } from './rules.ts';

const row = chatRows({ bad: [400, 'api_error'] });
const source = github('ollama/ollama/blob/main/openai/openai.go');

const refusals: Refusal<ChatBody>[] = [
  row('wrong-form', 'json: cannot unmarshal {path}: expected {expected}', ours(source), {
    refuses: 'a value of the wrong type (unknown fields are ignored, also `max_completion_tokens`)',
  }),
  row(
    'unknown-model',
    [404, 'api_error', 'model "{model}" not found, try pulling it first'],
    github('netease-youdao/QAnything#555'),
    { refuses: 'a model that was not pulled' },
  ),
  row(
    'no-tools',
    'registry.ollama.ai/library/{model} does not support tools',
    github('ollama/ollama#14795'),
    {
      refuses: 'tools, if the template of the model has none',
      found: ({ model, tools = [] }) => (model === 'gemma:no-tools' && tools.length > 0 ? { model } : null),
      breaks: setField('model', 'gemma:no-tools'),
    },
  ),
  row('null-content', 'invalid message content type: <nil>', github('pydantic/pydantic-ai#5206'), {
    refuses: 'a message of the model with neither content nor tool calls',
    found: ({ messages }) =>
      firstFound(messages, (message, index) =>
        message.role === 'assistant' && (message.content ?? null) === null && callsOf(message).length === 0
          ? { index }
          : null,
      ),
    breaks: ({ body }) =>
      body.messages.push({ role: 'assistant', content: null }, { role: 'user', content: 'Go on.' }),
  }),
  row('call-arguments', 'invalid tool call arguments', ours(source)),
  row('server-error', [500, 'api_error', 'llama runner process has terminated'], ours(source)),
];

/** A prompt above the window is not refused: the oldest messages are dropped, and the status is 200. */
export const ollama = defineApiFormat({
  id: 'ollama',
  title: 'Ollama',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  models: ['qwen3:8b', 'gemma:no-tools'].map((id) => ({
    id,
    // Its default with less than 24 GiB of video memory: https://github.com/ollama/ollama/issues/17889.
    window: 4096,
    maxOutput: Number.POSITIVE_INFINITY,
    reasons: false,
  })),
  cache: { by: 'none', from: 16, step: 16, writes: false },
  schema: ChatBody,
  loosens: () => true,
  drops: true,
  ...chatParts('/v1/chat/completions', { model: 'qwen3:8b', max_tokens: 1024 }),
  answer: chatAnswer({
    usage: (figures) => {
      const { prompt_tokens, completion_tokens, total_tokens } = chatUsage(figures);
      return { prompt_tokens, completion_tokens, total_tokens };
    },
  }),
  error: ({ type, words }) => ({ error: { message: words, type, param: null, code: null } }),
  refusals,
});
