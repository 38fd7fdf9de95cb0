import { firstFound, type Refusal } from '../wire/refusal.ts';
import { bearerOf, headerOf } from '../wire/seen.ts';
import { imageRefusals } from './image-refusals.ts';
import { blocksOf, type MessagesBody, taggedPath } from './request.ts';
import { turnRefusals } from './turn-refusals.ts';

const bad = { status: 400, type: 'invalid_request_error' } as const;
const issue = 'https://github.com/anthropics/claude-code/issues';
const errors = 'https://platform.claude.com/docs/en/api/errors';

export const anthropicRefusals: readonly Refusal<MessagesBody>[] = [
  {
    rule: 'no-key',
    refuses: 'a request without a key',
    status: 401,
    type: 'authentication_error',
    words: 'x-api-key header is required',
    source: 'https://github.com/karthink/gptel/issues/354',
    door: (sent) => (headerOf(sent, 'x-api-key') || bearerOf(sent) ? null : {}),
    breaks: ({ headers }) => delete headers['x-api-key'],
  },
  {
    rule: 'wrong-key',
    refuses: 'a key that nobody has, in `x-api-key`',
    status: 401,
    type: 'authentication_error',
    words: 'invalid x-api-key',
    source: 'https://github.com/eyaltoledano/claude-task-master/issues/222',
    door: (sent, { key }) => ([null, key].includes(headerOf(sent, 'x-api-key')) ? null : {}),
    breaks: ({ headers }) => Object.assign(headers, { 'x-api-key': 'sk-ant-wrong' }),
  },
  {
    rule: 'wrong-bearer',
    refuses: 'a key that nobody has, as a bearer token',
    status: 401,
    type: 'authentication_error',
    words: 'Invalid bearer token',
    source: 'https://github.com/timescale/tiger-eon/pull/1',
    door: (sent, { key }) => ([null, key].includes(bearerOf(sent)) ? null : {}),
    breaks: ({ headers }) => {
      delete headers['x-api-key'];
      headers.authorization = 'Bearer sk-ant-wrong';
    },
  },
  {
    rule: 'no-version',
    refuses: 'a request without a version of the API',
    ...bad,
    words: 'anthropic-version: header is required',
    source: 'https://github.com/PipedreamHQ/pipedream/issues/9697',
    door: (sent) => (headerOf(sent, 'anthropic-version') ? null : {}),
    breaks: ({ headers }) => delete headers['anthropic-version'],
  },
  {
    rule: 'too-large',
    refuses: 'a request of more than 32 MB',
    status: 413,
    type: 'request_too_large',
    words: 'Request exceeds the maximum size',
    source: 'https://github.com/anthropics/anthropic-sdk-python/issues/938',
    door: ({ bytes }, { maxBytes }) => (bytes > maxBytes ? {} : null),
    breaks: ({ body }) => Object.assign(body, { system: 'x'.repeat(32 * 1024 * 1024) }),
  },
  {
    rule: 'unknown-field',
    refuses: 'a field that the API does not have',
    ...bad,
    words: '{path}: Extra inputs are not permitted',
    source: `${issue}/31033`,
    shape: ({ path, kind }, body) => (kind === 'unknown' ? { path: taggedPath(path, body) } : null),
    breaks: ({ body }) => Object.assign(body.tools?.[0] ?? {}, { defer: true }),
  },
  {
    rule: 'missing-field',
    refuses: 'a request without a field that it must have',
    ...bad,
    words: '{path}: Field required',
    source: 'https://github.com/immersive-translate/immersive-translate/issues/3993',
    shape: ({ path, kind }, body) => (kind === 'missing' ? { path: taggedPath(path, body) } : null),
    breaks: ({ body }) => Reflect.deleteProperty(body, 'max_tokens'),
  },
  {
    rule: 'wrong-type',
    refuses: 'a field that holds something else than it should',
    ...bad,
    words: '{path}: Input should be {expected}',
    source: errors,
    wordsAreOurs: true,
    shape: ({ path, expected }, body) => ({ path: taggedPath(path, body), expected }),
    breaks: ({ body }) => Object.assign(body, { max_tokens: '4096' }),
  },
  {
    rule: 'unknown-model',
    refuses: 'a model that is not sold',
    status: 404,
    type: 'not_found_error',
    words: 'model: {model}',
    source: errors,
    wordsAreOurs: true,
    found: ({ model }, seen) => (seen.model.window === 0 ? { model } : null),
    breaks: ({ body }) => Object.assign(body, { model: 'claude-nobody-9' }),
  },
  {
    rule: 'max-tokens',
    refuses: 'more output than the model gives',
    ...bad,
    words: 'max_tokens: {asked} > {most}, which is the maximum allowed number of output tokens for {model}',
    source: `${issue}/24451`,
    found: ({ max_tokens: asked, model }, seen) =>
      asked > seen.model.maxOutput ? { asked, most: seen.model.maxOutput, model } : null,
    breaks: ({ body }) => Object.assign(body, { max_tokens: 128_001 }),
  },
  {
    rule: 'temperature',
    refuses: '`temperature` other than 1, of models that think by themselves',
    ...bad,
    words: '`temperature` is deprecated for this model.',
    source: 'https://github.com/github/app/issues/2574',
    found: ({ temperature }, { model }) =>
      typeof temperature === 'number' && temperature !== 1 && model.reasons ? {} : null,
    breaks: ({ body }) => Object.assign(body, { temperature: 0 }),
  },
  {
    rule: 'tool-name',
    refuses: 'a tool name of other characters, as one with a dot',
    ...bad,
    words: "tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    source: 'https://github.com/home-assistant/core/issues/147760',
    found: ({ tools = [] }) =>
      firstFound(tools, ({ name }, index) => (/^[a-zA-Z0-9_-]+$/.test(name) ? null : { index })),
    breaks: ({ body }) => Object.assign(body.tools?.[0] ?? {}, { name: 'page.open' }),
  },
  {
    rule: 'tool-name-length',
    refuses: 'a tool name of more than 128 characters',
    ...bad,
    words: 'tools.{index}.custom.name: String should have at most 128 characters',
    source: `${issue}/96152`,
    found: ({ tools = [] }) =>
      firstFound(tools, ({ name }, index) => (name.length <= 128 ? null : { index })),
    breaks: ({ body }) => Object.assign(body.tools?.[0] ?? {}, { name: 'o'.repeat(129) }),
  },
  {
    rule: 'schema-union',
    refuses: '`anyOf`, `oneOf` or `allOf` at the top of a tool’s schema',
    ...bad,
    words:
      'tools.{index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    source: `${issue}/5973`,
    found: ({ tools = [] }) =>
      firstFound(tools, ({ input_schema: schema }, index) => {
        const keys = typeof schema === 'object' && schema !== null ? Object.keys(schema) : [];
        return keys.some((key) => ['anyOf', 'oneOf', 'allOf'].includes(key)) ? { index } : null;
      }),
    breaks: ({ body }) =>
      Object.assign(body.tools?.[0]?.input_schema ?? {}, { anyOf: [{ required: ['url'] }] }),
  },
  {
    rule: 'cache-marks',
    refuses: 'more than 4 marks of the prompt cache',
    ...bad,
    words: 'A maximum of 4 blocks with cache_control may be provided. Found {found}.',
    source: 'https://github.com/tghamm/Anthropic.SDK/issues/50',
    found: (body) => {
      const found = JSON.stringify(body).split('"cache_control":{').length - 1;
      return found > 4 ? { found } : null;
    },
    breaks: ({ body }) => {
      const mark = { cache_control: { type: 'ephemeral' as const } };
      body.system = Array.from({ length: 5 }, () => ({ type: 'text', text: 'Be brief.', ...mark }));
    },
  },
  {
    rule: 'empty-text',
    refuses: 'a text block without text',
    ...bad,
    words: 'messages: text content blocks must be non-empty',
    source: `${issue}/59812`,
    found: ({ messages }) =>
      messages.some((message) => blocksOf(message).some((block) => block.type === 'text' && !block.text))
        ? {}
        : null,
    breaks: ({ body }) => body.messages.push({ role: 'user', content: [{ type: 'text', text: '' }] }),
  },
  ...turnRefusals,
  ...imageRefusals,
  {
    rule: 'prompt-too-long',
    refuses: 'a prompt that does not fit the model’s window',
    ...bad,
    words: 'prompt is too long: {tokens} tokens > {most} maximum',
    source: `${issue}/12186`,
    found: (_, { promptTokens: tokens, model }) =>
      tokens > model.window ? { tokens, most: model.window } : null,
    breaks: ({ body }) => Object.assign(body, { system: 'word '.repeat(900_000) }),
  },
  {
    rule: 'credit-spent',
    refuses: 'any request of an account without credit: by 400',
    ...bad,
    words:
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    source: 'https://github.com/anthropics/claude-quickstarts/issues/229',
  },
  {
    rule: 'billing',
    refuses: 'any request of an account that has not paid',
    status: 402,
    type: 'billing_error',
    words: 'There is an issue with your billing or payment information.',
    source: errors,
    wordsAreOurs: true,
  },
  {
    rule: 'rate-limit',
    refuses: 'more requests or tokens a minute than the account may have',
    status: 429,
    type: 'rate_limit_error',
    words: 'This request would exceed your organization’s rate limit.',
    source: errors,
    wordsAreOurs: true,
  },
  {
    rule: 'overloaded',
    refuses: 'requests while everybody asks',
    status: 529,
    type: 'overloaded_error',
    words: 'Overloaded',
    source: errors,
  },
  {
    rule: 'server-error',
    refuses: 'nothing: it broke',
    status: 500,
    type: 'api_error',
    words: 'Internal server error',
    source: errors,
    wordsAreOurs: true,
  },
];
