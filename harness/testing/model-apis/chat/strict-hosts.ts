import { defineApiFormat } from '../wire/api-format.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { github, ours } from '../wire/rules.ts';
import { chatAnswer } from './answer.ts';
import { ChatBody, callsOf, type Message } from './request.ts';
import { chatParts, chatRows, setField } from './rules.ts';

const row = chatRows({ bad: [400, 'invalid_request_error'] });

type Said = Extract<Message, { role: 'assistant' }>;

/** What one of these hosts finds in the messages of the model. `broken`: such a message in the place of the genuine one. */
function inSaid(host: string, refuses: string, isBroken: (said: Said) => boolean, broken: Partial<Said>) {
  return {
    refuses: `${refuses} (the fake model \`${host}\`)`,
    found: ({ model, messages }: ChatBody) =>
      firstFound(messages, (message, index) =>
        model === host && message.role === 'assistant' && isBroken(message) ? { index } : null,
      ),
    breaks: ({ body }: { body: ChatBody }) => {
      body.model = host;
      for (const message of body.messages) if (message.role === 'assistant') Object.assign(message, broken);
      if ('tool_calls' in broken) body.messages = body.messages.filter(({ role }) => role !== 'tool');
    },
  };
}

const isEmpty = ({ content }: Said) => !content || content.length === 0;
const documented = ours('https://console.groq.com/docs/errors');

const refusals: Refusal<ChatBody>[] = [
  row('wrong-form', 'invalid {path}: expected {expected}', documented),
  row('unknown-model', [404, 'not_found_error', 'model "{model}" not found'], documented, {
    breaks: setField('model', 'nobody-9'),
  }),
  row(
    'half-surrogate',
    'lone leading surrogate in hex escape at line 1 column {column}',
    ours('https://docs.rs/serde_json/latest/serde_json/'),
  ),
  row(
    'unknown-of-message',
    "'messages.{index}' : for 'role:assistant' the following must be satisfied[('messages.{index}' : property 'reasoning_content' is unsupported)]",
    github('janhq/jan#8136'),
    inSaid(
      'on-groq',
      'reasoning in a message of the model',
      (said) => 'reasoning_content' in said || 'reasoning' in said || 'reasoning_details' in said,
      { reasoning_content: 'I think.' },
    ),
  ),
  row(
    'null-beside-calls',
    'invalid message content type: <nil>',
    github('pydantic/pydantic-ai#5206'),
    inSaid(
      'on-ollama',
      'a message with tool calls whose content is null',
      ({ content }) => (content ?? null) === null,
      {
        content: null,
      },
    ),
  ),
  row(
    'no-words',
    'Assistant message must have either content or tool_calls, but not none.',
    github('vellum-ai/vellum-assistant#40690'),
    inSaid(
      'on-strict',
      'a message of the model without tool calls, whose content is empty or missing',
      (said) => callsOf(said).length === 0 && isEmpty(said),
      { content: '', tool_calls: null },
    ),
  ),
  row(
    'called-name',
    "messages.{index}.tool_calls.{at}.function.name: string does not match pattern '^[a-zA-Z0-9_-]+$'",
    ours(github('mastra-ai/mastra#13632')),
  ),
  row(
    'call-arguments',
    'Failed to parse tool call arguments as JSON: column {column}',
    ours(github('vllm-project/vllm#43995')),
  ),
  row('unanswered-call', 'No answer to the calls {ids}', documented),
  row('answer-without-call', 'messages.{index}: an answer without a call', documented),
];

/** Hosts of chat completions that take less than others do: the name of the model says which one is stood in for. */
export const strictHosts = defineApiFormat({
  id: 'strict-hosts',
  title: 'Strict hosts of chat completions (Groq, Ollama and others)',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  models: ['on-groq', 'on-ollama', 'on-strict'].map((id) => ({
    id,
    window: 131_072,
    maxOutput: 32_768,
    reasons: false,
  })),
  cache: { by: 'none', from: 16, step: 16, writes: false },
  schema: ChatBody,
  loosens: () => true,
  ...chatParts('/v1/chat/completions', { model: 'on-strict', max_tokens: 4096 }),
  answer: chatAnswer(),
  error: ({ type, words }) => ({ error: { message: words, type, param: null, code: null } }),
  refusals,
});
