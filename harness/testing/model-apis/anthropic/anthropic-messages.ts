import { defineApiFormat } from '../wire/api-format.ts';
import { type Piece, picturePiece, pieceOf } from '../wire/prompt-cache.ts';
import type { Model } from '../wire/refusal.ts';
import { messageAnswer } from './answer.ts';
import { anthropicRefusals } from './refusals.ts';
import { type Block, blocksOf, MessagesBody } from './request.ts';

/** Windows of https://platform.claude.com/docs/en/about-claude/models/overview; of Haiku the smaller of what is said. */
const thinker = { maxOutput: 128_000, reasons: true };
const models: Model[] = [
  ...[
    'claude-sonnet-5-5',
    'claude-sonnet-5',
    'claude-opus-5-5',
    'claude-opus-5',
    'claude-fable-5-1',
    'claude-fable-5-2',
  ].map((id) => ({ id, window: 1_000_000, ...thinker })),
  { id: 'claude-haiku-5-5', window: 200_000, ...thinker },
  { id: 'claude-haiku-4-5', window: 200_000, maxOutput: 64_000, reasons: false },
];

const tool = {
  name: 'open',
  description: 'Opens a page.',
  input_schema: { type: 'object' as const, properties: { url: { type: 'string' } }, required: ['url'] },
};

export const anthropicMessages = defineApiFormat({
  id: 'anthropic-messages',
  title: 'Anthropic Messages',
  base: '',
  route: /^\/v1\/messages(\/count_tokens)?$/,
  models,
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching: most models cache from 1024 tokens.
  cache: { by: 'marks', from: 1024, step: 1, writes: true },
  schema: MessagesBody,
  modelOf: ({ model }) => model,
  thinks: ({ thinking }) => thinking?.type !== 'disabled',
  loosens: ({ headers }) => headers['anthropic-beta'] !== undefined,
  aside: ({ path, text }, tokens) =>
    // Counting takes the same request without its limits.
    path.endsWith('/count_tokens') ? { input_tokens: tokens(JSON.parse(text)) } : null,
  hear: (body) => ({
    tools: (body.tools ?? []).map(({ name }) => name),
    answers: body.messages.flatMap((message) =>
      blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [textOf(block.content)] : [])),
    ),
    pieces: piecesOf(body),
    stream: body.stream ?? false,
  }),
  answer: messageAnswer,
  error: ({ type, words, status: _, ...extra }) => ({
    // The gateway that refuses by size writes no outer type.
    ...(type === 'request_too_large' ? {} : { type: 'error' }),
    error: { type, message: words, ...extra },
    ...(type === 'request_too_large' ? {} : { request_id: 'req_stand_in' }),
  }),
  refusals: anthropicRefusals,
  genuine: {
    first: (key) => ({
      path: '/v1/messages',
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: {
        model: 'claude-sonnet-5-5',
        max_tokens: 4096,
        system: 'You drive a browser.',
        tools: [tool],
        messages: [{ role: 'user' as const, content: 'Go to a.test.' }],
      },
    }),
    next: (first, answer) => {
      const { content } = MessagesBody.shape.messages.element.parse({
        role: 'assistant',
        content: typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'content') : undefined,
      });
      const said = { role: 'assistant' as const, content };
      const results = blocksOf(said).flatMap((block) =>
        block.type === 'tool_use'
          ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'opened' }]
          : [],
      );
      const messages = [...first.body.messages, said, { role: 'user' as const, content: results }];
      return { ...first, body: { ...first.body, messages } };
    },
  },
});

/** Tools, system, messages: the order of the vendor's cache. */
function piecesOf({ tools = [], system = [], messages }: MessagesBody): Piece[] {
  const texts: { text: string; cache_control?: unknown }[] =
    typeof system === 'string' ? [{ text: system }] : system;
  return [
    ...tools.map((each) => pieceOf({ ...each, cache_control: undefined }, isMarked(each))),
    ...texts.map((each) => pieceOf(each.text, isMarked(each))),
    ...messages.flatMap((message) => blocksOf(message).flatMap(blockPieces)),
  ];
}

function blockPieces(block: Block): Piece[] {
  const mark = isMarked(block);
  if (block.type === 'image' && block.source.type === 'base64')
    return [picturePiece(block.source.data, mark)];
  if (block.type !== 'tool_result' || typeof block.content !== 'object')
    return [pieceOf({ ...block, cache_control: undefined }, mark)];
  return [...block.content.flatMap(blockPieces), pieceOf(block.tool_use_id, mark)];
}

function isMarked(block: { cache_control?: unknown } | object): boolean {
  return 'cache_control' in block && Boolean(block.cache_control);
}

function textOf(content: string | readonly { type: string; text?: string }[] | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}
