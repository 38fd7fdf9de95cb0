import { dataOf } from '../chat/request.ts';
import { pictureOf } from '../wire/image.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { imagesOf, itemsOf, type ResponsesBody } from './request.ts';

const bad = { status: 400, type: 'invalid_request_error' } as const;
const onInput = (name: string | null = null, param = 'input') => ({ extra: { code: name, param } });

/** How the items of a conversation must follow, and come back. */
export const itemRefusals: readonly Refusal<ResponsesBody>[] = [
  {
    rule: 'effort',
    refuses: 'an effort that the model does not have',
    ...bad,
    words:
      "Unsupported value: '{effort}' is not supported with the '{model}' model. Supported values are: {efforts}.",
    ...onInput('unsupported_value', 'reasoning.effort'),
    source: 'https://github.com/UKGovernmentBEIS/inspect_ai/pull/5254',
    found: ({ reasoning }, { model: { id: model, efforts = [] } }) =>
      reasoning?.effort && efforts.length > 0 && !efforts.includes(reasoning.effort)
        ? { effort: reasoning.effort, model, efforts: efforts.map((each) => `'${each}'`).join(', ') }
        : null,
    breaks: ({ body }) => Object.assign(body, { model: 'gpt-6-astra', reasoning: { effort: 'none' } }),
  },
  {
    rule: 'max-tokens',
    refuses: 'more output than the model gives',
    ...bad,
    words:
      "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= {most}, but got {asked} instead.",
    ...onInput('integer_above_max_value', 'max_output_tokens'),
    source: 'https://platform.openai.com/docs/api-reference/responses/create',
    wordsAreOurs: true,
    found: ({ max_output_tokens: asked }, { model: { maxOutput: most } }) =>
      typeof asked === 'number' && asked > most ? { asked, most } : null,
    breaks: ({ body }) => Object.assign(body, { max_output_tokens: 200_000 }),
  },
  {
    rule: 'not-persisted',
    refuses: 'thoughts by their id alone, where nothing is stored',
    status: 404,
    type: 'invalid_request_error',
    words:
      "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    ...onInput(),
    source: 'https://github.com/continuedev/continue/issues/9101',
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
  {
    rule: 'thoughts-left-out',
    refuses: 'a call without the thoughts that came before it',
    ...bad,
    words:
      "Item '{id}' of type 'function_call' was provided without its required 'reasoning' item: '{thought}'.",
    ...onInput(),
    source: 'https://github.com/cline/cline/issues/12242',
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
    breaks: ({ body }) =>
      Object.assign(body, { input: itemsOf(body).filter(({ type }) => type !== 'reasoning') }),
  },
  {
    rule: 'thoughts-alone',
    refuses: 'thoughts without what followed them',
    ...bad,
    words: "Item '{id}' of type 'reasoning' was provided without its required following item.",
    ...onInput(),
    source: 'https://github.com/coder/xum/pull/59',
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
      Object.assign(body, {
        input: itemsOf(body).filter(
          (item) => item.type === 'reasoning' || ('role' in item && item.role === 'user'),
        ),
      }),
  },
  {
    rule: 'unanswered-call',
    refuses: 'a call without an answer',
    ...bad,
    words: 'No tool output found for function call {id}.',
    ...onInput(),
    source: 'https://github.com/symgraph/GhidrAssist/issues/78',
    found: (body) => {
      const items = itemsOf(body);
      const answered = items.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : []));
      return firstFound(items, (item) =>
        item.type === 'function_call' && !answered.includes(item.call_id) ? { id: item.call_id } : null,
      );
    },
    breaks: ({ body }) =>
      Object.assign(body, { input: itemsOf(body).filter(({ type }) => type !== 'function_call_output') }),
  },
  {
    rule: 'answer-without-call',
    refuses: 'an answer that no call asked for',
    ...bad,
    words: 'No tool call found for function call output with call_id {id}.',
    ...onInput(),
    source: 'https://github.com/continuedev/continue/issues/10092',
    found: (body) => {
      const items = itemsOf(body);
      const asked = items.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []));
      return firstFound(items, (item) =>
        item.type === 'function_call_output' && !asked.includes(item.call_id) ? { id: item.call_id } : null,
      );
    },
    breaks: ({ body }) =>
      itemsOf(body).push({ type: 'function_call_output', call_id: 'call_nobody', output: 'late' }),
  },
  {
    rule: 'answer-too-long',
    refuses: 'an answer of more than ten million characters',
    ...bad,
    words:
      "Invalid 'input[{index}].output': string too long. Expected a string with maximum length 10485760, but got a string with length {length} instead.",
    ...onInput('string_above_max_length', 'input[{index}].output'),
    source: 'https://github.com/earendil-works/pi/issues/2122',
    found: (body) =>
      firstFound(itemsOf(body), (item, index) =>
        'output' in item && item.output.length > 10_485_760 ? { index, length: item.output.length } : null,
      ),
    breaks: ({ body }) => {
      for (const item of itemsOf(body)) if ('output' in item) item.output = 'x'.repeat(10_485_761);
    },
  },
  {
    rule: 'image-empty',
    refuses: 'an image without data',
    ...bad,
    words:
      "Invalid '{path}'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got empty base64-encoded bytes.",
    ...onInput('invalid_value', '{path}'),
    source: 'https://github.com/anomalyco/opencode/issues/23983',
    found: (body) => firstFound(imagesOf(body), ({ path, url }) => (dataOf(url) === '' ? { path } : null)),
    breaks: ({ body }) => addImage(body, 'data:image/png;base64,'),
  },
  {
    rule: 'image-type',
    refuses: 'data that is no PNG, JPEG, GIF or WebP',
    ...bad,
    words:
      "You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    ...onInput('invalid_image_format'),
    source: 'https://github.com/jam3scampbell/ProctorAI/issues/7',
    found: (body) =>
      imagesOf(body).some(({ url }) => url.startsWith('data:') && !pictureOf(dataOf(url))) ? {} : null,
    breaks: ({ body }) =>
      addImage(body, `data:image/bmp;base64,${Buffer.from('BM no picture').toString('base64')}`),
  },
  {
    rule: 'prompt-too-long',
    refuses: 'a prompt that does not fit the model’s window',
    ...bad,
    words: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    ...onInput('context_length_exceeded'),
    source: 'https://github.com/dyad-sh/dyad/issues/1672',
    found: (_, { promptTokens, model }) => (promptTokens > model.window ? {} : null),
    breaks: ({ body }) => Object.assign(body, { instructions: 'word '.repeat(900_000) }),
  },
];

function addImage(body: ResponsesBody, image_url: string): void {
  itemsOf(body).push({ role: 'user', content: [{ type: 'input_image', image_url }] });
}
