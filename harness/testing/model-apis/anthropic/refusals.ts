import { pictureOf, pngOf } from '../wire/image.ts';
import { bearerOf, firstFound, headerOf, type Refusal } from '../wire/refusal.ts';
import { github, ours, rowsOf } from '../wire/rules.ts';
import {
  answeredAtHead,
  type Block,
  blocksOf,
  callsOf,
  changedThought,
  imagesOf,
  lastThoughts,
  type MessagesBody,
  taggedPath,
} from './request.ts';

const row = rowsOf<MessagesBody>({
  bad: [400, 'invalid_request_error'],
  keyHeader: 'x-api-key',
  keyOf: (sent) => headerOf(sent, 'x-api-key') ?? bearerOf(sent),
  pathOf: taggedPath,
  toolsOf: ({ tools = [] }) => tools,
  toolName: /^[a-zA-Z0-9_-]+$/,
  longestToolName: 128,
  notAtTop: ['anyOf', 'oneOf', 'allOf'],
  imagesOf: (body) =>
    imagesOf(body).flatMap(({ source, ...place }) =>
      source.type === 'base64' ? [{ ...place, data: source.data, said: source.media_type }] : [],
    ),
  addImage,
  outputOf: ({ max_tokens: most }) => most,
  limitOutput: (body, tokens) => Object.assign(body, { max_tokens: tokens }),
  effortOf: () => null,
  fill: (body, system) => Object.assign(body, { system }),
});

const code = 'anthropics/claude-code';
const errors = 'https://platform.claude.com/docs/en/api/errors';

export const anthropicRefusals: readonly Refusal<MessagesBody>[] = [
  row('no-key', [401, 'authentication_error', 'x-api-key header is required'], github('karthink/gptel#354')),
  row(
    'wrong-key',
    [401, 'authentication_error', 'invalid x-api-key'],
    github('eyaltoledano/claude-task-master#222'),
    {
      refuses: 'an unknown key in `x-api-key`',
      door: (sent, { key }) => ([null, key].includes(headerOf(sent, 'x-api-key')) ? null : {}),
    },
  ),
  row(
    'wrong-bearer',
    [401, 'authentication_error', 'Invalid bearer token'],
    github('timescale/tiger-eon!1'),
    {
      refuses: 'an unknown key as a bearer token',
      door: (sent, { key }) => ([null, key].includes(bearerOf(sent)) ? null : {}),
      breaks: ({ headers }) => {
        delete headers['x-api-key'];
        headers.authorization = 'Bearer sk-ant-wrong';
      },
    },
  ),
  row('no-version', 'anthropic-version: header is required', github('PipedreamHQ/pipedream#9697'), {
    refuses: 'a request that does not name a version of the API',
    door: (sent) => (headerOf(sent, 'anthropic-version') ? null : {}),
    breaks: ({ headers }) => delete headers['anthropic-version'],
  }),
  row(
    'too-large',
    [413, 'request_too_large', 'Request exceeds the maximum size'],
    github('anthropics/anthropic-sdk-python#938'),
    {
      refuses: 'a request of more than 32 MB',
      door: ({ bytes }, { maxBytes }) => (bytes > maxBytes ? {} : null),
      breaks: ({ body }) => Object.assign(body, { system: 'x'.repeat(32 * 1024 * 1024) }),
    },
  ),
  row(
    'half-surrogate',
    'The request body is not valid JSON: no low surrogate in string: line 1 column {column} (char {at})',
    github(`${code}#2108`),
  ),
  row('unknown-field', '{path}: Extra inputs are not permitted', github(`${code}#31033`), {
    breaks: ({ body }) => Object.assign(body.tools?.[0] ?? {}, { defer: true }),
  }),
  row('missing-field', '{path}: Field required', github('immersive-translate/immersive-translate#3993'), {
    breaks: ({ body }) => Reflect.deleteProperty(body, 'max_tokens'),
  }),
  row('wrong-type', '{path}: Input should be {expected}', ours(errors)),
  row('unknown-model', [404, 'not_found_error', 'model: {model}'], ours(errors)),
  row(
    'max-tokens',
    'max_tokens: {asked} > {most}, which is the maximum allowed number of output tokens for {model}',
    github(`${code}#24451`),
  ),
  row('temperature', '`temperature` is deprecated for this model.', github('github/app#2574'), {
    refuses: 'a `temperature` other than 1 in a request to a model that decides itself when to think',
  }),
  row(
    'tool-name',
    "tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    github('home-assistant/core#147760'),
  ),
  row(
    'tool-name-length',
    'tools.{index}.custom.name: String should have at most 128 characters',
    github(`${code}#96152`),
  ),
  row(
    'schema-union',
    'tools.{index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    github(`${code}#5973`),
    { refuses: '`anyOf`, `oneOf` or `allOf` at the top of a tool’s schema' },
  ),
  row(
    'cache-marks',
    'A maximum of 4 blocks with cache_control may be provided. Found {found}.',
    github('tghamm/Anthropic.SDK#50'),
    {
      refuses: 'more than 4 cache marks (`cache_control`)',
      found: (body) => {
        const found = JSON.stringify(body).split('"cache_control":{').length - 1;
        return found > 4 ? { found } : null;
      },
      breaks: ({ body }) => {
        const mark = { cache_control: { type: 'ephemeral' as const } };
        body.system = Array.from({ length: 5 }, () => ({ type: 'text', text: 'Be brief.', ...mark }));
      },
    },
  ),
  row('empty-text', 'messages: text content blocks must be non-empty', github(`${code}#59812`), {
    refuses: 'a text block without text',
    found: ({ messages }) =>
      messages.some((message) => blocksOf(message).some((block) => block.type === 'text' && !block.text))
        ? {}
        : null,
    breaks: ({ body }) => body.messages.push({ role: 'user', content: [{ type: 'text', text: '' }] }),
  }),
  row(
    'blank-text',
    'messages: text content blocks must contain non-whitespace text',
    github(`${code}#23440`),
    {
      refuses: 'a text block of only white space',
      found: ({ messages }) =>
        messages.some((message) =>
          blocksOf(message).some((block) => block.type === 'text' && !block.text.trim()),
        )
          ? {}
          : null,
      breaks: ({ body }) => body.messages.push({ role: 'user', content: [{ type: 'text', text: '\n\n' }] }),
    },
  ),
  // How the turns of a conversation must follow, and come back.
  row(
    'unanswered-call',
    'messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    github(`${code}#5989`),
    {
      refuses: 'a tool call whose result is not at the start of the next message',
      found: ({ messages }) =>
        firstFound(messages, (message, index) => {
          const next = messages[index + 1];
          const answered = next?.role === 'user' ? answeredAtHead(blocksOf(next)) : [];
          const open = callsOf(blocksOf(message)).filter((id) => !answered.includes(id));
          return open.length > 0 ? { index, ids: open.join(', ') } : null;
        }),
      breaks: ({ body }) => body.messages.splice(-1, 1, { role: 'user', content: 'Go on.' }),
    },
  ),
  row(
    'answer-without-call',
    'messages.{index}.content.{at}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    github(`${code}#13460`),
    {
      refuses: 'a tool result for a tool call that is not in the previous message',
      found: ({ messages }) =>
        firstFound(messages, (message, index) => {
          const before = messages[index - 1];
          const asked = before?.role === 'assistant' ? callsOf(blocksOf(before)) : [];
          return firstFound(blocksOf(message), (block, at) =>
            block.type === 'tool_result' && !asked.includes(block.tool_use_id)
              ? { index, at, id: block.tool_use_id }
              : null,
          );
        }),
      breaks: ({ body }) => {
        const answer: Block = { type: 'tool_result', tool_use_id: 'toolu_of_nobody', content: 'late' };
        body.messages.push({ role: 'user', content: [answer] });
      },
    },
  ),
  row(
    'thinking-changed',
    'messages.{index}.content.{at}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    github(`${code}#63284`),
    {
      refuses: 'a changed thinking block in the newest message of the model',
      found: ({ messages }, { said }) => {
        const index = messages.findLastIndex(({ role }) => role === 'assistant');
        const at = changedThought(messages[index], said);
        return at === null ? null : { index, at };
      },
      breaks: ({ body }) => {
        for (const block of lastThoughts(body)) block.thinking += '!';
      },
    },
  ),
  row(
    'thinking-signature',
    'messages.{index}.content.{at}: Invalid `signature` in `thinking` block',
    github('anthropics/anthropic-sdk-python#1598'),
    {
      refuses: 'an older thinking block with a changed signature',
      found: ({ messages }, { said }) =>
        firstFound(messages, (message, index) => {
          const at = changedThought(message, said);
          return at === null ? null : { index, at };
        }),
      breaks: ({ body }) => {
        for (const block of lastThoughts(body)) block.signature = 'not a signature';
        body.messages.push({ role: 'assistant', content: 'I see.' }, { role: 'user', content: 'Go on.' });
      },
    },
  ),
  row(
    'thinking-budget',
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    ours('https://platform.claude.com/docs/en/build-with-claude/thinking#configuring-thinking'),
    {
      refuses: 'a thinking budget for a model that sets its own budget',
      found: ({ thinking }, { model }) => (thinking?.type === 'enabled' && model.reasons ? {} : null),
      breaks: ({ body }) => Object.assign(body, { thinking: { type: 'enabled', budget_tokens: 1024 } }),
    },
  ),
  row(
    'forced-thinking',
    'Thinking may not be enabled when tool_choice forces tool use.',
    github('mastra-ai/mastra#7507'),
    {
      refuses: 'a forced tool call of a model that thinks',
      found: ({ tool_choice: choice, thinking }, { model }) => {
        const isForced = choice?.type === 'any' || choice?.type === 'tool';
        const thinks = thinking ? thinking.type !== 'disabled' : model.reasons;
        return isForced && thinks ? {} : null;
      },
      breaks: ({ body }) =>
        Object.assign(body, { tool_choice: { type: 'any' }, thinking: { type: 'adaptive' } }),
    },
  ),
  row(
    'last-thought',
    'messages.{index}: The final block in an assistant message cannot be `thinking`.',
    github('tailcallhq/forgecode#3071'),
    {
      refuses: 'a message of the model that ends with a thinking block',
      found: ({ messages }) =>
        firstFound(messages, (message, index) => {
          const last = message.role === 'assistant' ? blocksOf(message).at(-1) : undefined;
          return last && /thinking$/.test(last.type) ? { index } : null;
        }),
      breaks: ({ body }) => {
        const thought: Block = { type: 'redacted_thinking', data: 'sealed' };
        body.messages.push({ role: 'assistant', content: [thought] }, { role: 'user', content: 'Go on.' });
      },
    },
  ),
  row(
    'called-name',
    "messages.{index}.content.{at}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ours(github('mastra-ai/mastra#13632')),
    {
      refuses: 'an earlier tool call whose tool name has characters that are not allowed',
      found: ({ messages }) =>
        firstFound(messages, (message, index) =>
          firstFound(blocksOf(message), (block, at) =>
            block.type === 'tool_use' && !/^[a-zA-Z0-9_-]{1,128}$/.test(block.name) ? { index, at } : null,
          ),
        ),
      breaks: ({ body }) => {
        for (const message of body.messages)
          for (const block of blocksOf(message)) if (block.type === 'tool_use') block.name = 'open a page';
      },
    },
  ),
  row('call-ids', 'messages.{index}.content.{at}: `tool_use` ids must be unique', ours(errors), {
    refuses: 'two tool calls with the same id',
    found: ({ messages }) => {
      const ids = messages.flatMap((message) => callsOf(blocksOf(message)));
      return firstFound(messages, (message, index) => {
        const at = blocksOf(message).findIndex(
          (block) => block.type === 'tool_use' && ids.indexOf(block.id) !== ids.lastIndexOf(block.id),
        );
        return at === -1 ? null : { index, at };
      });
    },
    breaks: ({ body }) => {
      const call = body.messages.flatMap(blocksOf).find(({ type }) => type === 'tool_use');
      for (const message of body.messages)
        if (message.role === 'assistant' && typeof message.content !== 'string' && call)
          message.content.push(call);
    },
  }),
  row(
    'prefill',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
    `${errors}#prefill-not-supported`,
    {
      refuses: 'a conversation whose last message is from the model',
      found: ({ messages }, { model }) =>
        messages.at(-1)?.role === 'assistant' && model.reasons ? {} : null,
      breaks: ({ body }) => body.messages.push({ role: 'assistant', content: 'The answer is' }),
    },
  ),
  row(
    'image-side',
    '{named}.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    github(`${code}#4778`),
    {
      refuses: 'an image with a side of more than 8000 pixels',
      ...sizes(8000),
      found: over(8000),
      breaks: ({ body }) => addImage(body, 'image/png', pngOf(8001, 4)),
    },
  ),
  row(
    'image-side-of-many',
    '{named}.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    'https://platform.claude.com/docs/en/build-with-claude/vision#request-limits',
    {
      refuses: 'an image with a side of more than 2000 pixels, in a request with more than 20 images',
      ...sizes(2000),
      found: (body) => (imagesOf(body).length > 20 ? over(2000)(body) : null),
      breaks: ({ body }) => addImage(body, 'image/png', pngOf(2001, 4), 21),
    },
  ),
  row('image-empty', '{named}.source.base64: image cannot be empty', github(`${code}#12750`)),
  row(
    'image-type',
    '{named}.source.base64: The image was specified using the {said} media type, but the image appears to be a {is} image',
    github('home-assistant/core#167208'),
    {
      refuses: 'an image whose type differs from its declared type',
      found: (body) =>
        firstFound(imagesOf(body), ({ named, source }) => {
          const is = source.type === 'base64' ? pictureOf(source.data)?.type : undefined;
          const said = source.type === 'base64' ? source.media_type : is;
          return is === undefined || is === said ? null : { named, said, is };
        }),
      breaks: ({ body }) => addImage(body, 'image/jpeg', pngOf(8, 8)),
    },
  ),
  row('image-unreadable', 'Could not process image', github(`${code}#60920`)),
  row('prompt-too-long', 'prompt is too long: {tokens} tokens > {most} maximum', github(`${code}#12186`)),
  row(
    'credit-spent',
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    github('anthropics/claude-quickstarts#229'),
    { refuses: 'any request of an account without credit (the status is 400)' },
  ),
  row(
    'billing',
    [402, 'billing_error', 'There is an issue with your billing or payment information.'],
    ours(errors),
    { refuses: 'any request of an account with an unpaid bill' },
  ),
  row(
    'rate-limit',
    [429, 'rate_limit_error', 'This request would exceed your organization’s rate limit.'],
    ours(errors),
  ),
  row('overloaded', [529, 'overloaded_error', 'Overloaded'], errors),
  row('server-error', [500, 'api_error', 'Internal server error'], ours(errors)),
];

function addImage({ messages }: MessagesBody, media_type: string, data: string, times = 1): void {
  const image = { type: 'image' as const, source: { type: 'base64' as const, media_type, data } };
  messages.push({ role: 'user', content: Array.from({ length: times }, () => image) });
}

/** The images with a longer side; their places stand in the details of the error. */
function over(limit: number) {
  return (body: MessagesBody) => {
    const large = imagesOf(body).filter(({ source }) => {
      const picture = source.type === 'base64' ? pictureOf(source.data) : null;
      return picture && Math.max(picture.width, picture.height) > limit;
    });
    return large[0] ? { named: large[0].named, paths: large.map(({ path }) => path) } : null;
  };
}

function sizes(limit: number) {
  const error_code = 'image_dimensions_too_large';
  return { extra: { details: { error_code, max_side_length_pixels: limit, paths: '{paths}' } } };
}
