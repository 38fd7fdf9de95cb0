import { z } from 'zod';
import { anything } from '../wire/anything.ts';
import { type Piece, picturePiece, pieceOf } from '../wire/prompt-cache.ts';

/** A request of chat completions with all that one vendor or another takes; a vendor that refuses a field leaves it out. */
const cached = { cache_control: z.unknown().optional() };
const Part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string(), ...cached }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string(), detail: z.string().optional() }),
    ...cached,
  }),
  z.strictObject({
    type: z.literal('thinking'),
    thinking: z.array(z.unknown()),
    closed: z.boolean().optional(),
  }),
]);
const content = z.union([z.string(), z.array(Part)]);
const ToolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function').optional(),
  index: z.number().optional(),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content, name: z.string().optional() }),
  z.strictObject({ role: z.literal('developer'), content, name: z.string().optional() }),
  z.strictObject({ role: z.literal('user'), content, name: z.string().optional() }),
  z.strictObject({ role: z.literal('tool'), content, tool_call_id: z.string(), name: z.string().optional() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z.array(ToolCall).nullish(),
    refusal: z.string().nullish(),
    name: z.string().optional(),
    prefix: z.boolean().optional(),
    annotations: z.array(z.unknown()).optional(),
    reasoning: z.string().nullish(),
    reasoning_content: z.string().nullish(),
    reasoning_details: z.array(z.looseObject({ id: z.string().nullish() })).nullish(),
  }),
]);

const plain = anything([
  ...(['frequency_penalty', 'logit_bias', 'logprobs', 'metadata', 'modalities', 'n'] as const),
  ...(['parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key'] as const),
  ...(['prompt_cache_options', 'prompt_cache_retention', 'response_format', 'safety_identifier'] as const),
  ...(['seed', 'service_tier', 'stop', 'store', 'tool_choice', 'top_logprobs', 'top_p', 'user'] as const),
  ...(['verbosity', 'web_search_options'] as const),
]);

export const ChatBody = z.strictObject({
  ...plain,
  model: z.string(),
  messages: z.array(Message),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        }),
        ...cached,
      }),
    )
    .optional(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  reasoning_effort: z.string().nullish(),
  temperature: z.number().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  /** DeepSeek's switch. */
  thinking: z.looseObject({ type: z.string() }).optional(),
});
export type ChatBody = z.infer<typeof ChatBody>;
export type Message = z.infer<typeof Message>;

export function textOf(content: Message['content']): string {
  if (typeof content !== 'object' || content === null) return content ?? '';
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The base64 of a data URL; the whole of another. */
export function dataOf(url: string): string {
  return /^data:[^,]*;base64,/.test(url) ? url.slice(url.indexOf(',') + 1) : url;
}

export function imagesOf({ messages }: ChatBody): { role: string; index: number; at: number; url: string }[] {
  return messages.flatMap(({ role, content: parts }, index) =>
    (typeof parts === 'object' ? (parts ?? []) : []).flatMap((part, at) =>
      part.type === 'image_url' ? [{ role, index, at, url: part.image_url.url }] : [],
    ),
  );
}

export function callsOf(message: Message | undefined): string[] {
  return message?.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
}

/** Tools before messages, as the vendors' templates put them. */
export function piecesOf(body: ChatBody): Piece[] {
  return [
    ...(body.tools ?? []).map((tool) => pieceOf(tool)),
    ...body.messages.flatMap((message) => {
      const pictures = imagesOf({ ...body, messages: [message] }).map(({ url }) => picturePiece(dataOf(url)));
      return [pieceOf({ ...message, content: textOf(message.content) }), ...pictures];
    }),
  ];
}
