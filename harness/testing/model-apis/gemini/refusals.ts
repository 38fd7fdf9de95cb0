import { firstFound, headerOf, type Refusal } from '../wire/refusal.ts';
import { github, ours, type RequestView, rowsOf } from '../wire/rules.ts';
import {
  callsOf,
  declarationsOf,
  type GeminiBody,
  protoPath,
  responsesOf,
  type Schema,
  schemasOf,
} from './request.ts';

const view = {
  bad: [400, 'INVALID_ARGUMENT'],
  keyHeader: 'x-goog-api-key',
  keyOf: (sent) => headerOf(sent, 'x-goog-api-key') ?? sent.query.get('key'),
  pathOf: protoPath,
  toolsOf: (body) => declarationsOf(body).map(({ declaration }) => declaration),
  toolName: /^[a-zA-Z_][\w.:-]{0,63}$/,
  longestToolName: 64,
  notAtTop: [],
  imagesOf: ({ contents }) =>
    contents.flatMap(({ parts }) => parts.flatMap(({ inlineData }) => (inlineData ? [inlineData] : []))),
  addImage: ({ contents }, mimeType, data) =>
    contents.push({ role: 'user', parts: [{ inlineData: { mimeType, data } }] }),
  outputOf: ({ generationConfig }) => generationConfig?.maxOutputTokens,
  limitOutput: (body, tokens) => Object.assign(body, { generationConfig: { maxOutputTokens: tokens } }),
  effortOf: () => null,
  fill: (body, text) => Object.assign(body, { systemInstruction: { parts: [{ text }] } }),
} satisfies RequestView<GeminiBody>;
const row = rowsOf<GeminiBody>(view);

const api = 'https://ai.google.dev/api/generate-content';
const troubles = 'https://ai.google.dev/gemini-api/docs/troubleshooting';

export const geminiRefusals: readonly Refusal<GeminiBody>[] = [
  row(
    'no-key',
    [
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    ],
    github('PublicAffairs/openai-gemini#92'),
  ),
  row('wrong-key', 'API key not valid. Please pass a valid API key.', github('can1357/oh-my-pi#449'), {
    refuses: 'an unknown key (the status is 400, not 401)',
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
  }),
  row(
    'schema-field',
    'Invalid JSON payload received. Unknown name "{name}" at \'{at}\': Cannot find field.',
    github('fazer-ai/agents!67'),
    {
      refuses:
        'a keyword of JSON Schema other than the 22 that the API accepts. Examples of other keywords are `additionalProperties`, `$schema`, `$ref`, `const`, `oneOf`, `allOf`, `not`, `exclusiveMinimum`, `multipleOf`, `uniqueItems` and `propertyNames`',
      shape: ({ path, kind }, body) =>
        kind === 'unknown' && path.includes('parameters')
          ? { name: path.at(-1), at: protoPath(path.slice(0, -1), body) }
          : null,
      breaks: ({ body }) => {
        for (const { declaration } of declarationsOf(body))
          Object.assign(declaration.parameters ?? {}, { additionalProperties: false });
      },
    },
  ),
  row(
    'unknown-field',
    'Invalid JSON payload received. Unknown name "{name}"{at}: Cannot find field.',
    github('router-for-me/CLIProxyAPI#97'),
    {
      shape: ({ path, kind }, body) => {
        const at = path.length > 1 ? ` at '${protoPath(path.slice(0, -1), body)}'` : '';
        return kind === 'unknown' ? { name: path.at(-1), at } : null;
      },
      breaks: ({ body }) => Object.assign(body.contents[0] ?? {}, { content: 'Go.' }),
    },
  ),
  row('no-contents', '* GenerateContentRequest.{path}: {path} is not specified', ours(api), {
    like: 'missing-field',
    refuses: 'a request without a required field',
    breaks: ({ body }) => Reflect.deleteProperty(body, 'contents'),
  }),
  row('wrong-type', "Invalid value at '{path}', expected {expected}", ours(api), {
    refuses: 'a value of the wrong type, such as a list of types',
    breaks: ({ body }) => {
      for (const { declaration } of declarationsOf(body))
        Object.assign(declaration.parameters?.properties?.url ?? {}, { type: ['string', 'null'] });
    },
  }),
  row(
    'unknown-model',
    [
      404,
      'NOT_FOUND',
      'models/{model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.',
    ],
    github('continuedev/continue#9939'),
    { breaks: (request) => Object.assign(request, { path: '/v1beta/models/gemini-pro:generateContent' }) },
  ),
  row('role', 'Please use a valid role: user, model.', github('router-for-me/CLIProxyAPI#17'), {
    refuses: 'a role other than `user` and `model`',
    found: ({ contents }) =>
      contents.some(({ role = 'user' }) => !['user', 'model'].includes(role)) ? {} : null,
    breaks: ({ body }) => body.contents.push({ role: 'system', parts: [{ text: 'Be brief.' }] }),
  }),
  row(
    'tool-name',
    '* GenerateContentRequest.{path}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    github('cline/cline#7339'),
    {
      refuses: 'a tool name with a character that is not allowed, or of more than 64 characters',
      found: (body) =>
        firstFound(declarationsOf(body), ({ declaration: { name }, path }) =>
          /^[a-zA-Z_][\w.:-]{0,63}$/.test(name) ? null : { path },
        ),
    },
  ),
  schemaRow(
    'schema-empty',
    'an object without properties',
    '.properties: should be non-empty for OBJECT type',
    github('browser-use/browser-use#3786'),
    ({ type, properties = {} }) => /^object$/i.test(type ?? '') && Object.keys(properties).length === 0,
    { type: 'object', properties: {} },
  ),
  schemaRow(
    'schema-items',
    'an array without items',
    '.items: missing field.',
    github('cline/cline#7339'),
    ({ type, items }) => /^array$/i.test(type ?? '') && items === undefined,
    { type: 'array' },
  ),
  schemaRow(
    'schema-properties',
    'properties of a value that is not an object',
    '.properties: only allowed for OBJECT type',
    github('anomalyco/opencode#11889'),
    ({ type, properties }) => properties !== undefined && !/^object$/i.test(type ?? ''),
    { type: 'string', properties: { a: { type: 'string' } } },
  ),
  // How the turns of a conversation must follow, and come back; and what they may hold.
  row(
    'thoughts-left-out',
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    github('askimo-ai/askimo#543'),
    {
      refuses: 'a message of the current turn whose first tool call has no signature of its reasoning',
      found: ({ contents }, { model }) => {
        const turn = contents.findLastIndex(
          ({ role, parts }) => role !== 'model' && parts.some(({ text }) => text),
        );
        if (!model.reasons) return null;
        return firstFound(contents, ({ role, parts }, index) => {
          const call = parts.find(({ functionCall }) => functionCall);
          if (role !== 'model' || index < turn || !call || call.thoughtSignature) return null;
          return { name: call.functionCall?.name, position: index + 1 };
        });
      },
      breaks: ({ body }) => {
        for (const { parts } of body.contents) for (const part of parts) delete part.thoughtSignature;
      },
    },
  ),
  row(
    'answers-missing',
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    github('google-gemini/gemini-cli#16984'),
    {
      refuses: 'fewer or more tool results than tool calls',
      found: ({ contents }) =>
        firstFound(contents, (content, index) => {
          const [calls, answers] = [callsOf(content).length, responsesOf(contents[index + 1]).length];
          return calls > 0 && answers !== calls ? {} : null;
        }),
      breaks: ({ body }) => body.contents.splice(-1, 1, { role: 'user', parts: [{ text: 'Go on.' }] }),
    },
  ),
  row(
    'answer-without-call',
    'Please ensure that function response turn comes immediately after a function call turn.',
    github('GoogleCloudPlatform/generative-ai!368'),
    {
      refuses: 'a tool result that does not follow its tool call',
      found: ({ contents }) =>
        firstFound(contents, (content, index) =>
          responsesOf(content).length > 0 && callsOf(contents[index - 1]).length === 0 ? {} : null,
        ),
      breaks: ({ body }) => {
        const late = { functionResponse: { name: 'open', response: { output: 'late' } } };
        body.contents.push({ role: 'model', parts: [{ text: 'I see.' }] }, { role: 'user', parts: [late] });
      },
    },
  ),
  row(
    'call-order',
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    github('google-gemini/gemini-cli#11814'),
    {
      refuses: 'a tool call that follows neither a message of the user nor a tool result',
      found: ({ contents }) =>
        firstFound(contents, (content, index) =>
          callsOf(content).length > 0 && (contents[index - 1]?.role ?? 'model') === 'model' ? {} : null,
        ),
      breaks: ({ body }) => body.contents.splice(1, 0, { role: 'model', parts: [{ text: 'I go.' }] }),
    },
  ),
  row(
    'called-name',
    '* GenerateContentRequest.contents[{index}].parts[{at}].{field}.name: Name cannot be empty.',
    github('router-for-me/CLIProxyAPI#1903'),
    {
      refuses: 'a tool call or a tool result without the name of the tool',
      found: ({ contents }) =>
        firstFound(contents, ({ parts }, index) =>
          firstFound(parts, ({ functionCall, functionResponse }, at) => {
            if (functionCall?.name === '') return { index, at, field: 'function_call' };
            return functionResponse?.name === '' ? { index, at, field: 'function_response' } : null;
          }),
        ),
      breaks: ({ body }) => {
        for (const { parts } of body.contents)
          for (const { functionResponse } of parts) if (functionResponse) functionResponse.name = '';
      },
    },
  ),
  row(
    'empty-parts',
    '* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty.',
    github('QuantumNous/new-api#1060'),
    {
      refuses: 'a content without parts, or an empty part',
      found: ({ contents }) =>
        firstFound(contents, ({ parts }, index) =>
          parts.every((part) => Object.values(part).every((value) => value === undefined || value === '')) ||
          parts.some((part) => Object.keys(part).length === 0)
            ? { index }
            : null,
        ),
      breaks: ({ body }) =>
        body.contents.push({ role: 'model', parts: [] }, { role: 'user', parts: [{ text: 'Go on.' }] }),
    },
  ),
  row(
    'half-surrogate',
    'Invalid JSON payload received. Unexpected end of string at column {column}.',
    ours(troubles),
  ),
  row('image-type', 'Unsupported MIME type: {type}', github('google-gemini/gemini-cli#3054'), {
    refuses: 'an image whose declared type is not PNG, JPEG, WebP, HEIC or HEIF',
    found: (body) =>
      firstFound(view.imagesOf(body), ({ mimeType }) =>
        /^image\/(png|jpeg|webp|heic|heif)$/.test(mimeType) ? null : { type: mimeType },
      ),
    breaks: ({ body }) => view.addImage(body, 'image/svg+xml', 'PHN2Zy8+'),
  }),
  row(
    'image-unreadable',
    'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    github('pollinations/pollinations#4157'),
    {
      refuses: 'missing data, or data that is not an image',
      breaks: ({ body }) => view.addImage(body, 'image/png', ''),
    },
  ),
  row(
    'max-tokens',
    'Unable to submit request because it has a maxOutputTokens value of {asked} but the supported range is from 1 (inclusive) to {end} (exclusive). Update the value and try again.',
    github('stackblitz-labs/bolt.diy#955'),
  ),
  row(
    'prompt-too-long',
    'The input token count ({tokens}) exceeds the maximum number of tokens allowed ({most}).',
    github('google-gemini/gemini-cli#4231'),
  ),
  row(
    'too-many-states',
    'The specified schema produces a constraint that has too many states for serving.',
    github('googleapis/python-genai#2133'),
    { refuses: 'a forced tool call (mode `ANY`) with tools whose schemas are too complex' },
  ),
  row(
    'quota-spent',
    [
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. ',
    ],
    github('continuedev/continue#10655'),
    { refuses: 'any request of an account without quota' },
  ),
  row(
    'rate-limit',
    [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
    github('continuedev/continue#10560'),
    {
      refuses: 'too many requests in a short time; the body of the answer has the time to wait',
      extra: { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }] },
    },
  ),
  row('overloaded', [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'], ours(troubles)),
  row(
    'server-error',
    [
      500,
      'INTERNAL',
      'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    ],
    ours(troubles),
  ),
];

function schemaRow(
  rule: string,
  what: string,
  words: string,
  source: string,
  isWrong: (schema: Schema) => boolean,
  wrong: Schema,
): Refusal<GeminiBody> {
  return row(rule, `* GenerateContentRequest.{path}${words}`, source, {
    refuses: `${what}, in a tool’s schema`,
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
  });
}
