import { z } from 'zod';
import { dataOf } from '../chat/request.ts';
import { defineApiFormat } from '../wire/api-format.ts';
import { type Piece, picturePiece, pieceOf } from '../wire/prompt-cache.ts';
import { responseAnswer } from './answer.ts';
import { openaiError, openaiModels } from './openai-refusals.ts';
import { responsesRefusals } from './refusals.ts';
import { type Item, imagesOf, itemsOf, ResponsesBody, textOf, toolNames } from './request.ts';

const tool = {
  type: 'function' as const,
  name: 'open',
  description: 'Opens a page.',
  parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
};

const Answered = z.looseObject({
  output: z.array(z.looseObject({ type: z.string(), call_id: z.string().optional() })),
});

export const openaiResponses = defineApiFormat({
  id: 'openai-responses',
  title: 'OpenAI Responses',
  base: '/v1',
  route: /^\/v1\/responses$/,
  models: openaiModels,
  // https://developers.openai.com/api/docs/guides/prompt-caching
  cache: { by: 'prefix', from: 1024, step: 128, writes: true },
  schema: ResponsesBody,
  modelOf: ({ model }) => model,
  thinks: ({ reasoning }) => reasoning?.effort !== 'none',
  hear: (body) => ({
    tools: toolNames(body),
    answers: itemsOf(body).flatMap((item) =>
      item.type === 'function_call_output' ? [textOf(item.output)] : [],
    ),
    pieces: piecesOf(body),
    stream: body.stream ?? false,
  }),
  answer: responseAnswer,
  error: openaiError,
  refusals: responsesRefusals,
  genuine: {
    first: (key) => ({
      path: '/v1/responses',
      headers: { authorization: `Bearer ${key}` },
      body: {
        model: 'gpt-6.1-sol',
        instructions: 'You drive a browser.',
        input: [{ role: 'user' as const, content: 'Go to a.test.' }],
        tools: [tool],
        max_output_tokens: 4096,
        store: false,
        include: ['reasoning.encrypted_content'],
      },
    }),
    next: (first, answer) => {
      const { output } = Answered.parse(answer);
      // As they came: the items of the vendor are sent back whole.
      const said = output as unknown as Item[];
      const results = output.flatMap(({ call_id }): Item[] =>
        call_id === undefined ? [] : [{ type: 'function_call_output', call_id, output: 'opened' }],
      );
      return { ...first, body: { ...first.body, input: [...itemsOf(first.body), ...said, ...results] } };
    },
  },
});

function piecesOf(body: ResponsesBody): Piece[] {
  return [
    ...(body.tools ?? []).map((each) => pieceOf(each)),
    pieceOf(body.instructions ?? ''),
    ...itemsOf(body).flatMap((item) => {
      const pictures = imagesOf({ ...body, input: [item] }).map(({ url }) => picturePiece(dataOf(url)));
      const text = 'output' in item ? textOf(item.output) : 'role' in item ? textOf(item.content) : null;
      return [pieceOf(text ?? item), ...pictures];
    }),
  ];
}
