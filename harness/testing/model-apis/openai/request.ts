import { z } from 'zod';
import { anything } from '../wire/anything.ts';

/** `ResponseCreateParams` of the SDK, as far as a client of ours may go. */
const status = { id: z.string().optional(), status: z.string().nullish() };
const Part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: z.string().optional(),
    file_id: z.string().optional(),
    detail: z.string().optional(),
  }),
  z.looseObject({ type: z.literal('output_text'), text: z.string() }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
]);
const content = z.union([z.string(), z.array(Part)]);
const Item = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    namespace: z.string().optional(),
    ...status,
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: z.string(),
    output: content,
    ...status,
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.unknown()),
    content: z.array(z.unknown()).nullish(),
    encrypted_content: z.string().nullish(),
    status: z.string().nullish(),
  }),
  z.strictObject({ type: z.literal('item_reference'), id: z.string() }),
]);
const Message = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content,
  phase: z.string().nullish(),
  ...status,
});
const FunctionTool = z.strictObject({
  type: z.literal('function'),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
});
/** Functions under one name, as Codex hands the tools of an MCP server. */
const Namespace = z.looseObject({
  type: z.literal('namespace'),
  name: z.string(),
  tools: z.array(FunctionTool),
});
/** Tools of the vendor's own. */
const OtherTool = z.looseObject({
  type: z.string().refine((type) => !['function', 'namespace'].includes(type)),
});
/** Items that no client of ours sends. */
const OtherItem = z.looseObject({
  type: z
    .string()
    .refine(
      (type) =>
        !['function_call', 'function_call_output', 'reasoning', 'item_reference', 'message'].includes(type),
    ),
});

export const ResponsesBody = z.strictObject({
  ...anything([
    'background',
    'client_metadata',
    'context_management',
    'conversation',
    'max_tool_calls',
    'metadata',
  ]),
  ...anything([
    'parallel_tool_calls',
    'previous_response_id',
    'prompt',
    'prompt_cache_key',
    'prompt_cache_options',
  ]),
  ...anything(['prompt_cache_retention', 'safety_identifier', 'service_tier', 'stream_options', 'text']),
  ...anything(['tool_choice', 'top_logprobs', 'top_p', 'truncation', 'user']),
  model: z.string(),
  input: z.union([z.string(), z.array(z.union([Item, Message, OtherItem]))]),
  instructions: z.string().nullish(),
  include: z.array(z.string()).nullish(),
  max_output_tokens: z.number().nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  tools: z.array(z.union([FunctionTool, Namespace, OtherTool])).optional(),
});
export type ResponsesBody = z.infer<typeof ResponsesBody>;
export type Item = z.infer<typeof Item> | z.infer<typeof Message>;
export type FunctionTool = z.infer<typeof FunctionTool>;

export function itemsOf({ input }: ResponsesBody): Item[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  // The others are of no type that anything here asks for.
  return input as Item[];
}

export function functionsOf({ tools = [] }: ResponsesBody): FunctionTool[] {
  // The other kind has another type.
  return tools.filter((tool): tool is FunctionTool => tool.type === 'function');
}

/** Names as the script knows them: those of a namespace with it before a slash. */
export function toolNames(body: ResponsesBody): string[] {
  return (body.tools ?? []).flatMap((tool) => {
    const { success, data } = Namespace.safeParse(tool);
    if (success) return data.tools.map(({ name }) => `${data.name}/${name}`);
    return tool.type === 'function' ? [String(tool.name)] : [];
  });
}

export function textOf(parts: z.infer<typeof content>): string {
  if (typeof parts === 'string') return parts;
  return parts.flatMap((part) => ('text' in part ? [String(part.text)] : [])).join('\n');
}

export function imagesOf(body: ResponsesBody): { path: string; url: string }[] {
  return itemsOf(body).flatMap((item, index) => {
    const [field, parts] =
      'output' in item ? ['output', item.output] : 'role' in item ? ['content', item.content] : ['', ''];
    return (typeof parts === 'string' ? [] : parts).flatMap((part, at) =>
      part.type === 'input_image' && part.image_url !== undefined
        ? [{ path: `input[${index}].${field}[${at}].image_url`, url: part.image_url }]
        : [],
    );
  });
}
