import { defineDialect } from '../wire/dialect.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { chatAnswer, chatUsage } from './answer.ts';
import { chatParts } from './chat-dialect.ts';
import { ChatBody, callsOf } from './request.ts';
import { alikeRow, badToolName, dropAnswers, openCalls, overWindow, renameTool, setField } from './rules.ts';

const order = { status: 400, type: 'invalid_request_message_order', extra: { code: '3230' } } as const;
/** The validator's own list of faults stands where other errors have their words. */
const unfit = (type: string) => ({
  status: 422,
  type: 'invalid_request_error',
  extra: { detail: { type, loc: '{loc}' } },
});
const unauthorized = { status: 401, type: '', words: 'Unauthorized' } as const;

const refusals: Refusal<ChatBody>[] = [
  alikeRow('no-key', {
    ...unauthorized,
    source: 'https://github.com/agent0ai/agent-zero/issues/539',
  }),
  alikeRow('wrong-key', {
    refuses: 'a key that nobody has, or whose quota is spent: both look the same',
    ...unauthorized,
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/7638',
  }),
  {
    rule: 'unknown-field',
    refuses: 'a field that the API does not have, `max_completion_tokens` among them',
    ...unfit('extra_forbidden'),
    words: 'Extra inputs are not permitted',
    source: 'https://github.com/editor-code-assistant/eca/issues/231',
    shape: ({ path, kind }) => (kind === 'unknown' ? { loc: ['body', ...path] } : null),
    breaks: setField('max_completion_tokens', 4096),
  },
  {
    rule: 'missing-field',
    refuses: 'a request without a field that it must have',
    ...unfit('missing'),
    words: 'Field required',
    source: 'https://docs.mistral.ai/api/',
    wordsAreOurs: true,
    shape: ({ path, kind }) => (kind === 'missing' ? { loc: ['body', ...path] } : null),
    breaks: ({ body }) => Reflect.deleteProperty(body, 'messages'),
  },
  {
    rule: 'wrong-type',
    refuses: 'a field that holds something else than it should',
    ...unfit('type_error'),
    words: 'Input should be {expected}',
    source: 'https://docs.mistral.ai/api/',
    wordsAreOurs: true,
    shape: ({ path, expected }) => ({ loc: ['body', ...path], expected }),
    breaks: setField('max_tokens', '4096'),
  },
  alikeRow('unknown-model', {
    status: 400,
    type: 'invalid_model',
    words: 'Invalid model: {model}',
    extra: { code: '1500' },
    source: 'https://github.com/mistralai/mistral-vibe/issues/617',
  }),
  {
    rule: 'call-id',
    refuses: 'an id of a call that is not nine letters or digits',
    status: 400,
    type: 'invalid_function_call',
    words: 'Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.',
    extra: { code: '3280' },
    source: 'https://github.com/mistralai/mistral-vibe/issues/1075',
    found: ({ messages }) =>
      firstFound(messages, (message) => {
        const ids = message.role === 'tool' ? [message.tool_call_id] : callsOf(message);
        const id = ids.find((each) => !/^[a-zA-Z0-9]{9}$/.test(each));
        return id === undefined ? null : { id };
      }),
    breaks: ({ body }) => {
      for (const message of body.messages)
        if (message.role === 'tool') message.tool_call_id = 'call_0fypS1hVX';
    },
  },
  {
    rule: 'answers-missing',
    refuses: 'fewer or more answers than there were calls',
    ...order,
    words: 'Not the same number of function calls and responses',
    source: 'https://github.com/mistralai/client-ts/issues/106',
    found: openCalls,
    breaks: dropAnswers,
  },
  {
    rule: 'user-after-tool',
    refuses: 'a message of the user right after an answer of a tool, as images of tools would be',
    ...order,
    words: "Unexpected role 'user' after role 'tool'",
    source: 'https://github.com/LibreChat-AI/agents/issues/344',
    found: ({ messages }) =>
      messages.some(({ role }, index) => role === 'user' && messages[index - 1]?.role === 'tool') ? {} : null,
    breaks: ({ body }) => body.messages.push({ role: 'user', content: 'Go on.' }),
  },
  {
    rule: 'tool-after-user',
    refuses: 'an answer of a tool right after a message of the user',
    ...order,
    words: "Unexpected role 'tool' after role 'user'",
    source: 'https://github.com/charmbracelet/crush/issues/279',
    found: ({ messages }) =>
      messages.some(({ role }, index) => role === 'tool' && messages[index - 1]?.role === 'user') ? {} : null,
    breaks: ({ body }) => {
      body.messages.splice(
        2,
        0,
        { role: 'user', content: 'Go.' },
        { role: 'tool', tool_call_id: 'nobodys00', content: 'late' },
        { role: 'assistant', content: 'I see.' },
        { role: 'user', content: 'Go.' },
      );
    },
  },
  {
    rule: 'last-role',
    refuses: 'a conversation that ends with words of the model',
    ...order,
    words: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    source: 'https://docs.mistral.ai/capabilities/completion/prefix/',
    found: ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === 'assistant' && !last.prefix ? {} : null;
    },
    breaks: ({ body }) => body.messages.push({ role: 'assistant', content: 'The answer is' }),
  },
  {
    rule: 'tool-name',
    refuses: 'a tool name of other characters or more than 64 of them',
    status: 400,
    type: 'invalid_request_error',
    words:
      'Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    source: 'https://github.com/Kochava-Studios/witsy/pull/164',
    found: (body) => badToolName(body, /^[a-zA-Z0-9_-]{1,64}$/),
    breaks: renameTool('page.open'),
  },
  alikeRow('prompt-too-long', {
    status: 400,
    type: 'invalid_request_error',
    words: 'Prompt contains {prompt} tokens, too large for model with {most} maximum context length',
    source: 'https://docs.mistral.ai/resources/known-limitations',
    found: (body, seen) =>
      overWindow(body, seen) ? { prompt: seen.promptTokens, most: seen.model.window } : null,
  }),
  alikeRow('rate-limit', {
    status: 429,
    type: 'rate_limited',
    words: 'Rate limit exceeded',
    extra: { code: '1300' },
    source: 'https://github.com/raycast/extensions/issues/31107',
  }),
  {
    rule: 'capacity',
    refuses: 'requests while everybody asks',
    status: 429,
    type: 'invalid_request_error',
    words: 'Service tier capacity exceeded for this model.',
    source: 'https://github.com/continuedev/continue/issues/6185',
  },
];

export const mistral = defineDialect({
  id: 'mistral',
  title: 'Mistral',
  base: '/v1',
  route: /^\/v1\/chat\/completions$/,
  // https://github.com/openclaw/openclaw/pull/53006
  models: [
    { id: 'mistral-large-latest', window: 262_144, maxOutput: 16_384, reasons: false },
    { id: 'mistral-medium-latest', window: 262_144, maxOutput: 32_768, reasons: false },
  ],
  cache: { by: 'none', from: 0, step: 1, writes: false },
  schema: ChatBody.omit({
    max_completion_tokens: true,
    thinking: true,
    store: true,
    user: true,
    seed: true,
    logit_bias: true,
    logprobs: true,
    top_logprobs: true,
    service_tier: true,
    verbosity: true,
  }),
  ...chatParts('/v1/chat/completions', { model: 'mistral-large-latest', max_tokens: 4096 }),
  answer: chatAnswer({
    // Nine letters or digits, as it wants them back.
    callId: (newId) => newId('c'),
    usage: (figures) => {
      const { prompt_tokens, completion_tokens, total_tokens } = chatUsage(figures);
      return { prompt_tokens, completion_tokens, total_tokens };
    },
    alwaysReports: true,
  }),
  error: ({ type, words, status, code = null, detail }) => {
    if (status === 401) return { detail: words };
    const message = typeof detail === 'object' ? { detail: [{ ...detail, msg: words }] } : words;
    return { object: 'error', message, type, param: null, code, raw_status_code: status };
  },
  refusals,
});
