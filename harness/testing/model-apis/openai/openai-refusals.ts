import { noBearer, unknownModel, wrongBearer } from '../chat/rules.ts';
import { bracketed } from '../wire/deepest-issue.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';

/** Where OpenAI's two APIs hold the same things. */
export type OpenaiPlaces<Body> = {
  toolsOf(body: Body): { name: string; parameters?: unknown }[];
  /** Path of the name within a tool: `function.name` or `name`. */
  name: string;
  schema: string;
};

type Common = { model: string; temperature?: number | null | undefined };

const bad = { status: 400, type: 'invalid_request_error' } as const;
const errorCodes = 'https://platform.openai.com/docs/guides/error-codes/api-errors';
const code = (name: string | null, param: string | null = null) => ({ extra: { code: name, param } });

/** What OpenAI refuses before it looks at messages, on both of its APIs. */
export function openaiDoor<Body extends Common>(): Refusal<Body>[] {
  return [
    {
      rule: 'no-key',
      refuses: 'a request without a key',
      status: 401,
      type: 'invalid_request_error',
      words:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys.",
      ...code(null),
      source: 'https://github.com/yihong0618/bilingual_book_maker/issues/137',
      door: noBearer,
      breaks: ({ headers }) => delete headers.authorization,
    },
    {
      rule: 'wrong-key',
      refuses: 'a key that nobody has',
      status: 401,
      type: 'invalid_request_error',
      words:
        'Incorrect API key provided: {masked}. You can find your API key at https://platform.openai.com/account/api-keys.',
      ...code('invalid_api_key'),
      source: errorCodes,
      door: wrongBearer,
      breaks: ({ headers }) => Object.assign(headers, { authorization: 'Bearer sk-wrong-0000' }),
    },
    {
      rule: 'unknown-field',
      refuses: 'a field that the API does not have',
      ...bad,
      words: "Unknown parameter: '{path}'.",
      ...code('unknown_parameter', '{path}'),
      source: 'https://github.com/ClaudeCodeUsage/ClaudeCodeUsage/issues/94',
      shape: ({ path, kind }) => (kind === 'unknown' ? { path: bracketed(path) } : null),
      breaks: ({ body }) => Object.assign(body, { top_k: 5 }),
    },
    {
      rule: 'missing-field',
      refuses: 'a request without a field that it must have',
      ...bad,
      words: "Missing required parameter: '{path}'.",
      ...code('missing_required_parameter', '{path}'),
      source: errorCodes,
      wordsAreOurs: true,
      shape: ({ path, kind }) => (kind === 'missing' ? { path: bracketed(path) } : null),
      breaks: ({ body }) => Reflect.deleteProperty(body, 'model'),
    },
    {
      rule: 'wrong-type',
      refuses: 'a field that holds something else than it should',
      ...bad,
      words: "Invalid type for '{path}': expected {expected}.",
      ...code('invalid_type', '{path}'),
      source: errorCodes,
      wordsAreOurs: true,
      shape: ({ path, expected }) => ({ path: bracketed(path), expected }),
      breaks: ({ body }) => Object.assign(body, { temperature: 'low' }),
    },
    {
      rule: 'unknown-model',
      refuses: 'a model that is not sold',
      status: 404,
      type: 'invalid_request_error',
      words: 'The model `{model}` does not exist or you do not have access to it.',
      ...code('model_not_found'),
      source: 'https://github.com/Aider-AI/aider/issues/2030',
      found: unknownModel,
      breaks: ({ body }) => Object.assign(body, { model: 'gpt-nobody-9' }),
    },
    {
      rule: 'temperature',
      refuses: '`temperature` other than 1, of models that reason by themselves',
      ...bad,
      words: "Unsupported parameter: 'temperature' is not supported with this model.",
      ...code(null, 'temperature'),
      source: 'https://github.com/OpenHands/software-agent-sdk/issues/1837',
      found: ({ temperature }, { model }) =>
        typeof temperature === 'number' && temperature !== 1 && model.reasons ? {} : null,
      breaks: ({ body }) => Object.assign(body, { temperature: 0, model: 'gpt-6.1-sol' }),
    },
  ];
}

export function openaiTools<Body>({ toolsOf, name: at, schema }: OpenaiPlaces<Body>): Refusal<Body>[] {
  const first = (body: Body) => toolsOf(body)[0] ?? { name: '' };
  return [
    {
      rule: 'tool-name',
      refuses: 'a tool name of other characters, as one with a dot',
      ...bad,
      words: `Invalid 'tools[{index}].${at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      ...code('invalid_value', `tools[{index}].${at}`),
      source: 'https://github.com/nanbingxyz/5ire/issues/33',
      found: (body) =>
        firstFound(toolsOf(body), ({ name }, index) => (/^[a-zA-Z0-9_-]+$/.test(name) ? null : { index })),
      breaks: ({ body }) => Object.assign(first(body), { name: 'page.open' }),
    },
    {
      rule: 'tool-name-length',
      refuses: 'a tool name of more than 64 characters',
      ...bad,
      words: `Invalid 'tools[{index}].${at}': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.`,
      ...code('string_above_max_length', `tools[{index}].${at}`),
      source: 'https://github.com/tadata-org/fastapi_mcp/issues/161',
      found: (body) =>
        firstFound(toolsOf(body), ({ name }, index) =>
          name.length > 64 ? { index, length: name.length } : null,
        ),
      breaks: ({ body }) => Object.assign(first(body), { name: 'o'.repeat(65) }),
    },
    {
      rule: 'schema-union',
      refuses: '`anyOf`, `oneOf`, `allOf`, `enum` or `not` at the top of a tool’s schema',
      ...bad,
      words:
        "Invalid schema for function '{name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
      ...code('invalid_function_parameters', `tools[{index}].${schema}`),
      source: 'https://github.com/nspady/google-calendar-mcp/issues/39',
      found: (body) =>
        firstFound(toolsOf(body), ({ name, parameters }, index) => {
          const keys = typeof parameters === 'object' && parameters !== null ? Object.keys(parameters) : [];
          return keys.some((key) => ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].includes(key))
            ? { name, index }
            : null;
        }),
      breaks: ({ body }) => Object.assign(first(body).parameters ?? {}, { anyOf: [{ required: ['url'] }] }),
    },
  ];
}

/** What comes at its own time: the script asks for it. */
export function openaiMoments<Body>(): Refusal<Body>[] {
  return [
    {
      rule: 'quota-spent',
      refuses: 'any request of an account without credit',
      status: 429,
      type: 'insufficient_quota',
      words:
        'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
      ...code('insufficient_quota'),
      source: 'https://github.com/ChatGPTNextWeb/NextChat/issues/3664',
    },
    {
      rule: 'rate-limit',
      refuses: 'more requests or tokens a minute than the account may have',
      status: 429,
      type: 'tokens',
      words: 'Rate limit reached for this model on tokens per min (TPM).',
      ...code('rate_limit_exceeded'),
      source: errorCodes,
      wordsAreOurs: true,
    },
    {
      rule: 'server-error',
      refuses: 'nothing: it broke',
      status: 500,
      type: 'server_error',
      words: 'The server had an error while processing your request. Sorry about that!',
      ...code(null),
      source: errorCodes,
    },
    {
      rule: 'overloaded',
      refuses: 'requests while everybody asks',
      status: 503,
      type: 'service_unavailable_error',
      words: 'The engine is currently overloaded, please try again later',
      ...code(null),
      source: errorCodes,
    },
  ];
}
