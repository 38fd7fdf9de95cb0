import { z } from 'zod';

/** `MessageCreateParamsBase` of the SDK, as far as a client of ours may go; what a beta header opens is not held to it. */
const marked = {
  cache_control: z.strictObject({ type: z.literal('ephemeral'), ttl: z.string().optional() }).nullish(),
};
const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(z.unknown()).nullish(),
  ...marked,
});
const Image = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
  ]),
  ...marked,
});
const ToolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [Text, Image]))]).optional(),
  is_error: z.boolean().optional(),
  ...marked,
});
const Block = z.discriminatedUnion('type', [
  Text,
  Image,
  ToolResult,
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    caller: z.unknown().optional(),
    ...marked,
  }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
]);
const CustomTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string(),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  ...marked,
});
/** Tools of the vendor's own have a dated type. */
const ServerTool = z.looseObject({ type: z.string().regex(/_\d{8}$/), name: z.string(), ...marked });
const Message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(Block)]),
});

export const MessagesBody = z.strictObject({
  model: z.string(),
  max_tokens: z.number(),
  messages: z.array(Message),
  system: z.union([z.string(), z.array(Text)]).optional(),
  tools: z.array(z.union([CustomTool, ServerTool])).optional(),
  tool_choice: z.looseObject({ type: z.string() }).optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
  output_config: z.looseObject({}).optional(),
  stream: z.boolean().optional(),
  temperature: z.number().optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: z.looseObject({}).optional(),
  service_tier: z.string().optional(),
  ...marked,
});
export type MessagesBody = z.infer<typeof MessagesBody>;
export type Block = z.infer<typeof Block>;
type Image = z.infer<typeof Image>;

export function blocksOf({ content }: MessagesBody['messages'][number]): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/**
 * Every image of a request, those of tool results too. `named` is its path as the vendor's words have it, with the
 * types of the blocks; `path` as its details have it.
 */
export function imagesOf({
  messages,
}: MessagesBody): { path: string; named: string; source: Image['source'] }[] {
  return messages.flatMap((message, at) =>
    blocksOf(message).flatMap((block, index) => {
      const path = `messages.${at}.content.${index}`;
      if (block.type === 'image') return [{ path, named: `${path}.image`, source: block.source }];
      if (block.type !== 'tool_result' || typeof block.content !== 'object') return [];
      return block.content.flatMap((inner, deep) => {
        if (inner.type !== 'image') return [];
        const named = `${path}.tool_result.content.${deep}.image`;
        return [{ path: `${path}.content.${deep}`, named, source: inner.source }];
      });
    }),
  );
}

/** The vendor names the alternative of a union within the path: `messages.0.content.1.tool_use.index`. */
export function taggedPath(path: readonly (string | number)[], body: unknown): string {
  let value: unknown = body;
  return path
    .flatMap((step, index) => {
      value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
      const isLast = index === path.length - 1;
      const type = typeof value === 'object' && value !== null ? Reflect.get(value, 'type') : undefined;
      if (isLast || typeof step !== 'number') return [step];
      if (path[index - 1] === 'tools') return [step, type ?? 'custom'];
      return typeof type === 'string' ? [step, type] : [step];
    })
    .join('.');
}

export function callsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

/** Answers stand before anything else in their message. */
export function answeredAtHead(blocks: readonly Block[]): string[] {
  const end = blocks.findIndex(({ type }) => type !== 'tool_result');
  const head = end === -1 ? blocks : blocks.slice(0, end);
  return head.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
}

export function lastThoughts({ messages }: MessagesBody) {
  const last = messages.findLast(({ role }) => role === 'assistant');
  return last ? blocksOf(last).filter((block) => block.type === 'thinking') : [];
}

/** Where a thought is not as it was given out with the first call of the message; null where all are, or none is left. */
export function changedThought(
  message: MessagesBody['messages'][number] | undefined,
  said: ReadonlyMap<string, string>,
): number | null {
  if (message?.role !== 'assistant') return null;
  const blocks = blocksOf(message);
  const given = said.get(callsOf(blocks)[0] ?? '');
  if (given === undefined) return null;
  const at = blocks.findIndex((block) => block.type === 'thinking' && thoughtKey(block) !== given);
  return at === -1 ? null : at;
}

export function thoughtKey({ thinking, signature }: { thinking: string; signature: string }): string {
  return JSON.stringify([thinking, signature]);
}
