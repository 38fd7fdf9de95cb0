import { z } from 'zod';
import { defineApiFormat } from '../wire/api-format.ts';
import { picturePiece, pieceOf } from '../wire/prompt-cache.ts';
import { geminiAnswer } from './answer.ts';
import { geminiRefusals } from './refusals.ts';
import { type Content, callsOf, declarationsOf, GeminiBody, responsesOf } from './request.ts';

const declaration = {
  name: 'open',
  description: 'Opens a page.',
  parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
};

const Answered = z.looseObject({ candidates: z.tuple([z.looseObject({ content: z.looseObject({}) })]) });

export const gemini = defineApiFormat({
  id: 'gemini',
  title: 'Gemini',
  base: '',
  route: /^\/v1beta\/models\/[^/:]+:(generateContent|streamGenerateContent|countTokens)$/,
  models: ['gemini-3.8-flash', 'gemini-3.1-pro-preview', 'gemini-2.5-flash'].map((id) => ({
    id,
    window: 1_048_576,
    maxOutput: 65_536,
    reasons: !id.startsWith('gemini-2'),
  })),
  // https://ai.google.dev/gemini-api/docs/caching: 4096 tokens for Gemini 3.
  cache: { by: 'prefix', from: 4096, step: 1, writes: false },
  schema: GeminiBody,
  modelOf: (_, path) => /models\/([^/:]+):/.exec(path)?.[1] ?? '',
  thinks: () => true,
  aside: ({ path, text }, tokens) =>
    path.endsWith(':countTokens') ? { totalTokens: tokens(countedBody(text)) } : null,
  hear: (body, { path }) => ({
    tools: declarationsOf(body).map((each) => each.declaration.name),
    answers: body.contents.flatMap((content) =>
      responsesOf(content).map(({ response }) =>
        typeof response.output === 'string' ? response.output : JSON.stringify(response),
      ),
    ),
    pieces: [
      pieceOf(body.systemInstruction ?? ''),
      ...(body.tools ?? []).map((tool) => pieceOf(tool)),
      ...body.contents.flatMap(({ parts }) =>
        parts.map((part) => (part.inlineData ? picturePiece(part.inlineData.data) : pieceOf(part))),
      ),
    ],
    stream: path.endsWith(':streamGenerateContent'),
  }),
  answer: geminiAnswer,
  error: ({ type, words, status, details }) => ({
    error: { code: status, message: words, status: type, ...(details ? { details } : {}) },
  }),
  refusals: geminiRefusals,
  genuine: {
    first: (key) => ({
      path: '/v1beta/models/gemini-3.8-flash:generateContent',
      headers: { 'x-goog-api-key': key },
      body: {
        systemInstruction: { parts: [{ text: 'You drive a browser.' }] },
        contents: [{ role: 'user', parts: [{ text: 'Go to a.test.' }] }],
        tools: [{ functionDeclarations: [declaration] }],
        generationConfig: { maxOutputTokens: 4096 },
      },
    }),
    next: (first, answer) => {
      // As it came: the content of the vendor is sent back whole.
      const said = Answered.parse(answer).candidates[0].content as unknown as Content;
      const results = callsOf(said).map(({ name }) => ({
        functionResponse: { name, response: { output: 'opened' } },
      }));
      const contents = [...first.body.contents, said, { role: 'user', parts: results }];
      return { ...first, body: { ...first.body, contents } };
    },
  },
});

/** Counting takes contents alone, or a whole request. */
function countedBody(text: string): GeminiBody {
  const given = z
    .looseObject({ generateContentRequest: z.looseObject({}).optional() })
    .parse(JSON.parse(text));
  return GeminiBody.partial().parse(given.generateContentRequest ?? given) as GeminiBody;
}
