import { z } from 'zod';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { dataOf } from '../chat/request.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { github, ours, rowsOf } from '../wire/rules.ts';
import { code, openaiImages, openaiRefusals, openaiView } from './openai-refusals.ts';
import { functionsOf, type Item, imagesOf, itemsOf, type ResponsesBody } from './request.ts';

const row = rowsOf<ResponsesBody>({
  ...openaiView,
  toolsOf: functionsOf,
  imagesOf: (body) =>
    imagesOf(body).flatMap(({ path, url }) => (url.startsWith('data:') ? [{ path, data: dataOf(url) }] : [])),
  addImage: (body, type, data) =>
    itemsOf(body).push({
      role: 'user',
      content: [{ type: 'input_image', image_url: `data:${type};base64,${data}` }],
    }),
  outputOf: ({ max_output_tokens: most }) => most,
  limitOutput: (body, tokens) => Object.assign(body, { max_output_tokens: tokens }),
  effortOf: ({ reasoning }) => reasoning?.effort,
  fill: (body, instructions) => Object.assign(body, { instructions }),
});

const onInput = (name: string | null = null) => code(name, 'input');
const keep = (body: ResponsesBody, isKept: (item: Item) => boolean) =>
  Object.assign(body, { input: itemsOf(body).filter(isKept) });

/** How the items of a conversation must follow, and come back. */
export const responsesRefusals: readonly Refusal<ResponsesBody>[] = openaiRefusals(row, '', [
  row(
    'effort',
    "Unsupported value: '{effort}' is not supported with the '{model}' model. Supported values are: {efforts}.",
    github('UKGovernmentBEIS/inspect_ai!5254'),
    {
      ...code('unsupported_value', 'reasoning.effort'),
      breaks: ({ body }) => Object.assign(body, { model: 'gpt-6-astra', reasoning: { effort: 'none' } }),
    },
  ),
  row(
    'max-tokens',
    "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= {most}, but got {asked} instead.",
    ours('https://platform.openai.com/docs/api-reference/responses/create'),
    code('integer_above_max_value', 'max_output_tokens'),
  ),
  row(
    'not-persisted',
    [
      404,
      'invalid_request_error',
      "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    ],
    github('continuedev/continue#9101'),
    {
      refuses: 'a reference to a reasoning item by id, if the API does not store items',
      ...onInput(),
      found: (body) =>
        firstFound(itemsOf(body), (item) =>
          body.store === false &&
          (item.type === 'item_reference' || (item.type === 'reasoning' && !item.encrypted_content))
            ? { id: item.id }
            : null,
        ),
      breaks: ({ body }) => {
        for (const item of itemsOf(body)) if (item.type === 'reasoning') delete item.encrypted_content;
      },
    },
  ),
  row(
    'thoughts-left-out',
    "Item '{id}' of type 'function_call' was provided without its required 'reasoning' item: '{thought}'.",
    github('cline/cline#12242'),
    {
      refuses: 'a tool call without the reasoning item before it',
      ...onInput(),
      found: (body, { said }) => {
        const items = itemsOf(body);
        const here = items.flatMap((item) =>
          item.type === 'reasoning' || item.type === 'item_reference' ? [item.id] : [],
        );
        return firstFound(items, (item) => {
          const thought = item.type === 'function_call' ? said.get(item.id ?? '') : undefined;
          return thought === undefined || here.includes(thought) ? null : { id: item.id, thought };
        });
      },
      breaks: ({ body }) => keep(body, ({ type }) => type !== 'reasoning'),
    },
  ),
  row(
    'thoughts-alone',
    "Item '{id}' of type 'reasoning' was provided without its required following item.",
    github('coder/xum!59'),
    {
      refuses: 'a reasoning item without the item that followed it',
      ...onInput(),
      found: (body) => {
        const items = itemsOf(body);
        return firstFound(items, (item, index) => {
          const next = items[index + 1];
          const follows =
            next && next.type !== 'function_call_output' && !('role' in next && next.role !== 'assistant');
          return item.type !== 'reasoning' || follows ? null : { id: item.id };
        });
      },
      breaks: ({ body }) =>
        keep(body, (item) => item.type === 'reasoning' || ('role' in item && item.role === 'user')),
    },
  ),
  row(
    'call-arguments',
    "Invalid 'input[{index}].arguments': expected a JSON object, got '{given}'.",
    ours(github('vllm-project/vllm#55495')),
    {
      refuses:
        'an earlier tool call whose arguments are not a JSON object, or whose tool name has characters that are not allowed',
      ...onInput(),
      found: (body) =>
        firstFound(itemsOf(body), (item, index) => {
          if (item.type !== 'function_call') return null;
          const { success } = z.record(z.string(), z.unknown()).safeParse(jsonOrUndefined(item.arguments));
          return success && /^[a-zA-Z0-9_-]+$/.test(item.name) ? null : { index, given: item.arguments };
        }),
      breaks: ({ body }) => {
        for (const item of itemsOf(body)) if (item.type === 'function_call') item.arguments = '{"url": ';
      },
    },
  ),
  row('unanswered-call', 'No tool output found for function call {id}.', github('symgraph/GhidrAssist#78'), {
    refuses: 'a tool call without a result',
    ...onInput(),
    found: (body) => {
      const answered = idsOf(body, 'function_call_output');
      const id = idsOf(body, 'function_call').find((each) => !answered.includes(each));
      return id === undefined ? null : { id };
    },
    breaks: ({ body }) => keep(body, ({ type }) => type !== 'function_call_output'),
  }),
  row(
    'answer-without-call',
    'No tool call found for function call output with call_id {id}.',
    github('continuedev/continue#10092'),
    {
      refuses: 'a tool result without a tool call',
      ...onInput(),
      found: (body) => {
        const asked = idsOf(body, 'function_call');
        const id = idsOf(body, 'function_call_output').find((each) => !asked.includes(each));
        return id === undefined ? null : { id };
      },
      breaks: ({ body }) =>
        itemsOf(body).push({ type: 'function_call_output', call_id: 'call_nobody', output: 'late' }),
    },
  ),
  row(
    'answer-too-long',
    "Invalid 'input[{index}].output': string too long. Expected a string with maximum length 10485760, but got a string with length {length} instead.",
    github('earendil-works/pi#2122'),
    {
      refuses: 'a tool result of more than ten million characters',
      ...code('string_above_max_length', 'input[{index}].output'),
      found: (body) =>
        firstFound(itemsOf(body), (item, index) =>
          'output' in item && item.output.length > 10_485_760 ? { index, length: item.output.length } : null,
        ),
      breaks: ({ body }) => {
        for (const item of itemsOf(body)) if ('output' in item) item.output = 'x'.repeat(10_485_761);
      },
    },
  ),
  ...openaiImages(row, { path: '{path}', param: 'input' }),
  row(
    'prompt-too-long',
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    github('dyad-sh/dyad#1672'),
    onInput('context_length_exceeded'),
  ),
]);

function idsOf(body: ResponsesBody, type: 'function_call' | 'function_call_output'): string[] {
  return itemsOf(body).flatMap((item) =>
    (item.type === 'function_call' || item.type === 'function_call_output') && item.type === type
      ? [item.call_id]
      : [],
  );
}
