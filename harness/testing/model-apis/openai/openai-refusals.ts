import { bracketed } from '../wire/deepest-issue.ts';
import type { Refusal } from '../wire/refusal.ts';
import { bearerOf, type Model, type Values } from '../wire/refusal.ts';
import { github, ours, type RequestView, type RowMaker } from '../wire/rules.ts';
/** What OpenAI's two APIs have in common. */
export const openaiView = {
  bad: [400, 'invalid_request_error'],
  keyHeader: 'authorization',
  keyOf: bearerOf,
  pathOf: bracketed,
  toolName: /^[a-zA-Z0-9_-]+$/,
  longestToolName: 64,
  notAtTop: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
} as const satisfies Partial<RequestView<never>>;

/** The code and the parameter that stand in an error of OpenAI's. */
export const code = (name: string | null, param: string | null = null) => ({ extra: { code: name, param } });

const errorCodes = 'https://platform.openai.com/docs/guides/error-codes/api-errors';

/** The refusals of both APIs around those that one has of its own. `tool`: what stands before the fields of a tool. */
export function openaiRefusals<Body>(
  row: RowMaker<Body>,
  tool: '' | 'function.',
  own: readonly Refusal<Body>[],
): Refusal<Body>[] {
  const bad = 'invalid_request_error';
  return [
    row(
      'no-key',
      [
        401,
        bad,
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys.",
      ],
      github('yihong0618/bilingual_book_maker#137'),
      code(null),
    ),
    row(
      'wrong-key',
      [
        401,
        bad,
        'Incorrect API key provided: {masked}. You can find your API key at https://platform.openai.com/account/api-keys.',
      ],
      errorCodes,
      code('invalid_api_key'),
    ),
    row(
      'half-surrogate',
      'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)',
      ours(errorCodes),
      code(null),
    ),
    row(
      'unknown-field',
      "Unknown parameter: '{path}'.",
      github('ClaudeCodeUsage/ClaudeCodeUsage#94'),
      code('unknown_parameter', '{path}'),
    ),
    row(
      'missing-field',
      "Missing required parameter: '{path}'.",
      ours(errorCodes),
      code('missing_required_parameter', '{path}'),
    ),
    row(
      'wrong-type',
      "Invalid type for '{path}': expected {expected}.",
      ours(errorCodes),
      code('invalid_type', '{path}'),
    ),
    row(
      'unknown-model',
      [404, bad, 'The model `{model}` does not exist or you do not have access to it.'],
      github('Aider-AI/aider#2030'),
      code('model_not_found'),
    ),
    row(
      'temperature',
      "Unsupported parameter: 'temperature' is not supported with this model.",
      github('OpenHands/software-agent-sdk#1837'),
      {
        refuses: 'a `temperature` other than 1 in a request to a reasoning model',
        ...code(null, 'temperature'),
        breaks: ({ body }) => Object.assign(Object(body), { temperature: 0, model: 'gpt-6.1-sol' }),
      },
    ),
    row(
      'tool-name',
      `Invalid 'tools[{index}].${tool}name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      github('nanbingxyz/5ire#33'),
      code('invalid_value', `tools[{index}].${tool}name`),
    ),
    row(
      'tool-name-length',
      `Invalid 'tools[{index}].${tool}name': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.`,
      github('tadata-org/fastapi_mcp#161'),
      code('string_above_max_length', `tools[{index}].${tool}name`),
    ),
    row(
      'tool-count',
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length {count} instead.",
      github('anomalyco/opencode#4909'),
      code('array_above_max_length', 'tools'),
    ),
    row(
      'tool-description',
      `Invalid 'tools[{index}].${tool}description': string too long. Expected a string with maximum length 1024, but got a string with length {length} instead.`,
      github('getsentry/sentry-mcp#106'),
      code('string_above_max_length', `tools[{index}].${tool}description`),
    ),
    row(
      'schema-union',
      "Invalid schema for function '{name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
      github('nspady/google-calendar-mcp#39'),
      {
        refuses: '`anyOf`, `oneOf`, `allOf`, `enum` or `not` at the top of a tool’s schema',
        ...code('invalid_function_parameters', `tools[{index}].${tool}parameters`),
      },
    ),
    ...own,
    row(
      'quota-spent',
      [
        429,
        'insufficient_quota',
        'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
      ],
      github('ChatGPTNextWeb/NextChat#3664'),
      { refuses: 'any request of an account without credit', ...code('insufficient_quota') },
    ),
    row(
      'rate-limit',
      [429, 'tokens', 'Rate limit reached for this model on tokens per min (TPM).'],
      ours(errorCodes),
      {
        refuses: 'more requests or tokens a minute than the account allows',
        ...code('rate_limit_exceeded'),
      },
    ),
    row(
      'server-error',
      [500, 'server_error', 'The server had an error while processing your request. Sorry about that!'],
      errorCodes,
      code(null),
    ),
    row(
      'overloaded',
      [503, 'service_unavailable_error', 'The engine is currently overloaded, please try again later'],
      errorCodes,
      code(null),
    ),
  ];
}

/** In both APIs, with different values of `param` in the error. */
export function openaiImages<Body>(
  row: RowMaker<Body>,
  { path, param }: { path: string; param: string | null },
): Refusal<Body>[] {
  return [
    row(
      'image-empty',
      `Invalid '${path}'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got empty base64-encoded bytes.`,
      github('anomalyco/opencode#23983'),
      code('invalid_value', path),
    ),
    row(
      'image-type',
      "You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      github('jam3scampbell/ProctorAI#7'),
      {
        like: 'image-unreadable',
        refuses: 'an image that is not PNG, JPEG, GIF or WebP',
        ...code('invalid_image_format', param),
      },
    ),
  ];
}

/** Windows and efforts as seen in https://github.com/coder/xum/pull/4064 and https://github.com/BerriAI/litellm-docs/pull/1173. */
const thinker = { window: 1_050_000, maxOutput: 128_000, reasons: true };
const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

export const openaiModels: readonly Model[] = [
  { id: 'gpt-6-astra', ...thinker, efforts },
  { id: 'gpt-6.2-sol', ...thinker, efforts },
  { id: 'gpt-6.1-sol', ...thinker, efforts },
  { id: 'gpt-6.1-terra', ...thinker, efforts },
  { id: 'gpt-6-sol', ...thinker, efforts: ['none', ...efforts] },
  { id: 'gpt-6-luna', ...thinker, efforts: ['none', ...efforts] },
  { id: 'gpt-4.1', window: 1_047_576, maxOutput: 32_768, reasons: false },
];

export function openaiError({
  type,
  words,
  status: _,
  code = null,
  param = null,
}: { type: string; words: string; status: number } & Values) {
  return { error: { message: words, type, param, code } };
}
