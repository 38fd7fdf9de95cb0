import { firstFound, type Refusal } from '../wire/refusal.ts';
import { headerOf, type Sent } from '../wire/seen.ts';
import { declarationsOf, type GeminiBody, protoPath, schemasOf } from './request.ts';
import { geminiTurns } from './turn-refusals.ts';

const bad = { status: 400, type: 'INVALID_ARGUMENT' } as const;
const api = 'https://ai.google.dev/api/generate-content';
const troubles = 'https://ai.google.dev/gemini-api/docs/troubleshooting';

function keyOf(sent: Sent): string | null {
  return headerOf(sent, 'x-goog-api-key') ?? sent.query.get('key');
}

export const geminiRefusals: readonly Refusal<GeminiBody>[] = [
  {
    rule: 'no-key',
    refuses: 'a request without a key',
    status: 403,
    type: 'PERMISSION_DENIED',
    words:
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    source: 'https://github.com/PublicAffairs/openai-gemini/issues/92',
    door: (sent) => (keyOf(sent) === null ? {} : null),
    breaks: ({ headers }) => delete headers['x-goog-api-key'],
  },
  {
    rule: 'wrong-key',
    refuses: 'a key that nobody has: by 400, not 401',
    ...bad,
    words: 'API key not valid. Please pass a valid API key.',
    extra: {
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
          metadata: { service: 'generativelanguage.googleapis.com' },
        },
      ],
    },
    source: 'https://github.com/can1357/oh-my-pi/issues/449',
    door: (sent, { key }) => (keyOf(sent) === key ? null : {}),
    breaks: ({ headers }) => Object.assign(headers, { 'x-goog-api-key': 'AIza-wrong' }),
  },
  {
    rule: 'schema-field',
    refuses:
      'a keyword of JSON Schema outside its 22: `additionalProperties`, `$schema`, `$ref`, `const`, `oneOf`, `allOf`, `not`, `exclusiveMinimum`, `multipleOf`, `uniqueItems`, `propertyNames`',
    ...bad,
    words: 'Invalid JSON payload received. Unknown name "{name}" at \'{at}\': Cannot find field.',
    source: 'https://github.com/fazer-ai/agents/pull/67',
    shape: ({ path, kind }, body) =>
      kind === 'unknown' && path.includes('parameters')
        ? { name: path.at(-1), at: protoPath(path.slice(0, -1), body) }
        : null,
    breaks: ({ body }) => {
      for (const { declaration } of declarationsOf(body))
        Object.assign(declaration.parameters ?? {}, { additionalProperties: false });
    },
  },
  {
    rule: 'unknown-field',
    refuses: 'a field that the API does not have',
    ...bad,
    words: 'Invalid JSON payload received. Unknown name "{name}"{at}: Cannot find field.',
    source: 'https://github.com/router-for-me/CLIProxyAPI/issues/97',
    shape: ({ path, kind }, body) => {
      const at = path.length > 1 ? ` at '${protoPath(path.slice(0, -1), body)}'` : '';
      return kind === 'unknown' ? { name: path.at(-1), at } : null;
    },
    breaks: ({ body }) => Object.assign(body.contents[0] ?? {}, { content: 'Go.' }),
  },
  {
    rule: 'no-contents',
    refuses: 'a request without what it must have',
    ...bad,
    words: '* GenerateContentRequest.{path}: {path} is not specified',
    source: api,
    wordsAreOurs: true,
    shape: ({ path, kind }, body) => (kind === 'missing' ? { path: protoPath(path, body) } : null),
    breaks: ({ body }) => Reflect.deleteProperty(body, 'contents'),
  },
  {
    rule: 'wrong-type',
    refuses: 'a field that holds something else than it should, as a list of types',
    ...bad,
    words: "Invalid value at '{path}', expected {expected}",
    source: api,
    wordsAreOurs: true,
    shape: ({ path, expected }, body) => ({ path: protoPath(path, body), expected }),
    breaks: ({ body }) => {
      for (const { declaration } of declarationsOf(body))
        Object.assign(declaration.parameters?.properties?.url ?? {}, { type: ['string', 'null'] });
    },
  },
  {
    rule: 'unknown-model',
    refuses: 'a model that is not sold',
    status: 404,
    type: 'NOT_FOUND',
    words:
      'models/{model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.',
    source: 'https://github.com/continuedev/continue/issues/9939',
    found: (_, { model }) => (model.window === 0 ? { model: model.id } : null),
    breaks: (request) => Object.assign(request, { path: '/v1beta/models/gemini-pro:generateContent' }),
  },
  {
    rule: 'role',
    refuses: 'another role than `user` and `model`',
    ...bad,
    words: 'Please use a valid role: user, model.',
    source: 'https://github.com/router-for-me/CLIProxyAPI/issues/17',
    found: ({ contents }) =>
      contents.some(({ role = 'user' }) => !['user', 'model'].includes(role)) ? {} : null,
    breaks: ({ body }) => body.contents.push({ role: 'system', parts: [{ text: 'Be brief.' }] }),
  },
  {
    rule: 'tool-name',
    refuses: 'a tool name of other characters or more than 64 of them',
    ...bad,
    words:
      '* GenerateContentRequest.{path}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    source: 'https://github.com/cline/cline/issues/7339',
    found: (body) =>
      firstFound(declarationsOf(body), ({ declaration: { name }, path }) =>
        /^[a-zA-Z_][\w.:-]{0,63}$/.test(name) ? null : { path },
      ),
    breaks: ({ body }) => {
      for (const { declaration } of declarationsOf(body)) declaration.name = 'open a page';
    },
  },
  schemaRefusal(
    'schema-empty',
    'an object without properties',
    '.properties: should be non-empty for OBJECT type',
    'https://github.com/browser-use/browser-use/issues/3786',
    ({ type, properties = {} }) => /^object$/i.test(type ?? '') && Object.keys(properties).length === 0,
    { type: 'object', properties: {} },
  ),
  schemaRefusal(
    'schema-items',
    'an array without items',
    '.items: missing field.',
    'https://github.com/cline/cline/issues/7339',
    ({ type, items }) => /^array$/i.test(type ?? '') && items === undefined,
    { type: 'array' },
  ),
  schemaRefusal(
    'schema-properties',
    'properties of what is no object',
    '.properties: only allowed for OBJECT type',
    'https://github.com/anomalyco/opencode/issues/11889',
    ({ type, properties }) => properties !== undefined && !/^object$/i.test(type ?? ''),
    { type: 'string', properties: { a: { type: 'string' } } },
  ),
  ...geminiTurns,
  {
    rule: 'max-tokens',
    refuses: 'more output than the model gives',
    ...bad,
    words:
      'Unable to submit request because it has a maxOutputTokens value of {asked} but the supported range is from 1 (inclusive) to {end} (exclusive). Update the value and try again.',
    source: 'https://github.com/stackblitz-labs/bolt.diy/issues/955',
    found: ({ generationConfig }, { model: { maxOutput } }) => {
      const asked = generationConfig?.maxOutputTokens ?? 1;
      return asked > maxOutput ? { asked, end: maxOutput + 1 } : null;
    },
    breaks: ({ body }) => Object.assign(body, { generationConfig: { maxOutputTokens: 100_000 } }),
  },
  {
    rule: 'prompt-too-long',
    refuses: 'a prompt that does not fit the model’s window',
    ...bad,
    words: 'The input token count ({tokens}) exceeds the maximum number of tokens allowed ({most}).',
    source: 'https://github.com/google-gemini/gemini-cli/issues/4231',
    found: (_, { promptTokens: tokens, model: { window: most } }) =>
      tokens > most ? { tokens, most } : null,
    breaks: ({ body }) =>
      Object.assign(body, { systemInstruction: { parts: [{ text: 'word '.repeat(900_000) }] } }),
  },
  {
    rule: 'quota-spent',
    refuses: 'any request of an account without quota',
    status: 429,
    type: 'RESOURCE_EXHAUSTED',
    words:
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. ',
    source: 'https://github.com/continuedev/continue/issues/10655',
  },
  {
    rule: 'rate-limit',
    refuses: 'requests that come too fast; when to come back stands in the body',
    status: 429,
    type: 'RESOURCE_EXHAUSTED',
    words: 'Resource has been exhausted (e.g. check quota).',
    extra: { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }] },
    source: 'https://github.com/continuedev/continue/issues/10560',
  },
  {
    rule: 'overloaded',
    refuses: 'requests while everybody asks',
    status: 503,
    type: 'UNAVAILABLE',
    words: 'The model is overloaded. Please try again later.',
    source: troubles,
    wordsAreOurs: true,
  },
  {
    rule: 'server-error',
    refuses: 'nothing: it broke',
    status: 500,
    type: 'INTERNAL',
    words:
      'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    source: troubles,
    wordsAreOurs: true,
  },
];

type Schema = Parameters<typeof schemasOf>[0];

function schemaRefusal(
  rule: string,
  what: string,
  words: string,
  source: string,
  isWrong: (schema: Schema) => boolean,
  wrong: Schema,
): Refusal<GeminiBody> {
  return {
    rule,
    refuses: `${what}, in a tool’s schema`,
    ...bad,
    words: `* GenerateContentRequest.{path}${words}`,
    source,
    found: (body) =>
      firstFound(declarationsOf(body), ({ declaration: { parameters }, path }) => {
        const found =
          parameters && schemasOf(parameters, `${path}.parameters`).find(({ schema }) => isWrong(schema));
        return found ? { path: found.path } : null;
      }),
    breaks: ({ body }) => {
      for (const { declaration } of declarationsOf(body))
        Object.assign(declaration.parameters?.properties ?? {}, { list: wrong });
    },
  };
}
