import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import {
  CallToolResultSchema,
  ContentBlockSchema,
  InitializeResultSchema,
  JSONRPCMessageSchema,
  ToolSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { fieldIssues } from '../platform/errors/describe-issues.ts';
import { deepestJson, isDeeper, jsonOrUndefined } from '../platform/errors/json.ts';

/*
 * Servers send messages that MCP forbids: null for a field that should be missing, or a tool with an odd schema. A
 * strict client ignores such an answer, and its call waits forever. Here every answer ends the waiting call. It is
 * accepted if its meaning is clear; otherwise it becomes an error that names the field.
 */

const Json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof Json>;

/** The calls that wait for an answer, as id -> method. */
export type WaitingCalls = ReadonlyMap<number, string>;

const longestShown = 80;
const internalError = -32603;

/** The messages in one line of a server's output; empty if the line is not a message. */
export function messagesIn(line: string, waiting: WaitingCalls): JSONRPCMessage[] {
  const text = line.replace(/^\uFEFF/, '').trim();
  const value = jsonOrUndefined(text);
  if (value !== undefined)
    return (Array.isArray(value) ? value : [value]).flatMap((one) => read(one, waiting));
  // A log line may run into the answer without a line break.
  const start = text.search(/\{\s*"(jsonrpc|id|result|error)"\s*:/);
  const answer = start > 0 ? Json.safeParse(jsonOrUndefined(text.slice(start))).data : undefined;
  if (answer && isNothing(answer.method)) return read(answer, waiting);
  if (start !== 0) return [];
  const ids = [...text.matchAll(/"id"\s*:\s*"?(\d+)/g)].map(([, id]) => Number(id));
  return ids
    .filter((id) => waiting.has(id))
    .slice(0, 1)
    .map((id) => refusal(id, waiting, 'the line', text, `JSON of at most ${deepestJson} levels`));
}

function read(value: unknown, waiting: WaitingCalls): JSONRPCMessage[] {
  const { data: message } = Json.safeParse(value);
  if (!message) return [];
  const { jsonrpc, id, method, params, result, error } = message;
  if (isNothing(method)) {
    if (!['jsonrpc', 'result', 'error'].some((field) => field in message)) return [];
    const asked = askedId(id, waiting);
    return asked === null ? [] : [answerTo(asked, result, error, waiting)];
  }
  // JSON logs have a field `method` too, such as GET.
  if (jsonrpc === undefined && !/^(ping$|[a-z]+\/)/.test(String(method))) return [];
  const sent = {
    jsonrpc: '2.0',
    method,
    ...(isNothing(id) ? {} : { id }),
    ...(isNothing(params) ? {} : { params }),
  };
  const { data } = JSONRPCMessageSchema.safeParse(sent);
  return data ? [data] : [];
}

/** An answer without an id belongs to the only waiting call, if there is exactly one. */
function askedId(id: unknown, waiting: WaitingCalls): number | null {
  const [only] = waiting.keys();
  if (isNothing(id)) return waiting.size === 1 && only !== undefined ? only : null;
  const asked = typeof id === 'string' && id.trim() !== '' ? Number(id) : id;
  return typeof asked === 'number' && waiting.has(asked) ? asked : null;
}

function answerTo(id: number, result: unknown, error: unknown, waiting: WaitingCalls): JSONRPCMessage {
  const { data: given } = Json.safeParse(result);
  // Beside a result, `error: null` or an empty error means success.
  if (error && !(given && typeof error === 'object' && Object.keys(error).length === 0)) {
    const { code, message = error, data } = Json.safeParse(error).data ?? {};
    const words =
      typeof message === 'string' && message.trim() !== ''
        ? message
        : `the server refused ${waiting.get(id)} without a message: ${shown(error)}`;
    const isCode = typeof code === 'number' && Number.isSafeInteger(code);
    return { jsonrpc: '2.0', id, error: { code: isCode ? code : internalError, message: words, data } };
  }
  if (!given) return refusal(id, waiting, 'result', result, 'an object');
  try {
    const whole = waiting.get(id) === 'initialize' ? initialised(given) : given;
    const message = { jsonrpc: '2.0', id, result: whole };
    const { data } = JSONRPCMessageSchema.safeParse(message);
    const { _meta: _, ...rest } = whole;
    return data ?? { jsonrpc: '2.0', id, result: rest };
  } catch (fault) {
    return failure(id, waiting, fault instanceof Error ? fault.message : String(fault));
  }
}

function refusal(
  id: number,
  waiting: WaitingCalls,
  where: string,
  found: unknown,
  wanted: string,
): JSONRPCMessage {
  return failure(id, waiting, `${where}: got ${shown(found)}; expected ${wanted}`);
}

function failure(id: number, waiting: WaitingCalls, why: string): JSONRPCMessage {
  const message = `the server's answer to ${waiting.get(id)}: ${why}`;
  return { jsonrpc: '2.0', id, error: { code: internalError, message } };
}

function initialised(given: Json): Json {
  const info = Json.safeParse(given.serverInfo).data ?? {};
  const [name = 'unknown', version = 'unknown'] = [info.name, info.version].map(
    (word) => wordsOf(word) || undefined,
  );
  return fitted(InitializeResultSchema, given, { capabilities: {}, serverInfo: { name, version } }).kept;
}

/** A value without the fields that its schema refuses. */
type Fitted<T> = {
  /** The value as the schema reads it. */
  value: T;
  /** The original value without the refused fields. */
  kept: Json;
  /** The refused fields with the reasons. */
  refused: string[];
};

/**
 * Leaves out the fields that a schema refuses. `instead` has replacements for required fields; throws if a required
 * field has none.
 */
function fitted<T>(schema: z.ZodType<T>, given: Json, instead: Json): Fitted<T> {
  const kept = { ...given };
  const refused: string[] = [];
  const faults = new Map<string, string>();
  for (;;) {
    const parsed = schema.safeParse(kept);
    if (parsed.success) return { value: parsed.data, kept, refused };
    const [issue] = fieldIssues(parsed.error, { value: kept });
    const field = String(issue?.path[0]);
    const other = Object.hasOwn(instead, field) ? instead[field] : undefined;
    const fault = `${issue?.field}: ${issue?.message}`;
    if (!faults.has(field)) faults.set(field, fault);
    refused.push(`${fault}; ${other === undefined ? 'left out' : 'replaced'}`);
    if (other !== undefined && kept[field] !== other) kept[field] = other;
    else if (other === undefined && Object.hasOwn(kept, field)) delete kept[field];
    else throw new Error(faults.get(field));
    if (refused.length > mostRefused) throw new Error(refused.slice(0, 3).join('; '));
  }
}

/** More fields than any tool has. */
const mostRefused = 100;

const deepestSchema = 100;

type ListedTool = { name: string; description?: string; inputSchema: Json };

/** The tools of one page of a list, and the parts that were left out, a line each. Throws if the list is missing. */
export function toolsIn(
  page: Json,
  before: number,
): { tools: ListedTool[]; listing: Json[]; notes: string[] } {
  if (!Array.isArray(page.tools))
    throw new Error(`tools/list: tools: got ${shown(page.tools)}; expected a list`);
  const [tools, listing, notes]: [ListedTool[], Json[], string[]] = [[], [], []];
  for (const [index, given] of page.tools.entries()) {
    const tool = Json.safeParse(given).data ?? {};
    if (typeof tool.name !== 'string' || tool.name === '') {
      notes.push(`tools[${before + index}]: name: got ${shown(tool.name)}; the tool is left out`);
      continue;
    }
    // Model APIs reject deeper requests, and the schema is part of every request.
    if (isDeeper(tool.inputSchema, deepestSchema)) {
      notes.push(`tool ${tool.name}: inputSchema: got more than ${deepestSchema} levels; replaced`);
      tool.inputSchema = plainSchema(null);
    }
    const { value, kept, refused } = fitted(ToolSchema, tool, { inputSchema: plainSchema(tool.inputSchema) });
    const { name, description, inputSchema } = value;
    tools.push({ name, ...(description === undefined ? {} : { description }), inputSchema });
    listing.push(kept);
    notes.push(...refused.map((why) => `tool ${name}: ${why}`));
  }
  return { tools, listing, notes };
}

/** A schema that every client accepts, with as much of the given one as possible. */
function plainSchema(given: unknown): Json {
  const { properties, required, ...rest } = Json.safeParse(given).data ?? {};
  const fields = Object.entries(Json.safeParse(properties).data ?? {});
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, each]) => [name, Json.safeParse(each).data ?? {}])),
    ...(Array.isArray(required) ? { required: required.filter((name) => typeof name === 'string') } : {}),
  };
}

type Block = { type: string } & Json;

/**
 * The content of a tool's result, and the result in valid MCP. If there is only structured content, it becomes a text.
 * Throws if the content is not a list of blocks.
 */
export function resultIn(given: Json): { content: Block[]; isError: boolean; result: Json } {
  const { content, odd } = blocksIn(given.content);
  const { data: structured } = Json.safeParse(given.structuredContent);
  const blocks: Block[] =
    content.length === 0 && structured ? [{ type: 'text', text: JSON.stringify(structured) }] : content;
  const isError = given.isError === true || given.isError === 'true';
  const isWhole = odd === 0 && CallToolResultSchema.safeParse({ ...given, content: [] }).success;
  if (isWhole && given.content !== null && blocks.length === content.length)
    return { content: blocks, isError, result: given };
  const { kept } = fitted(CallToolResultSchema, { ...given, content: blocks }, { isError });
  return { content: blocks, isError, result: kept };
}

/** Limited because each takes a tenth of a millisecond and a message may hold millions. */
const mostOdd = 1000;

function blocksIn(content: unknown): { content: Block[]; odd: number } {
  if (isNothing(content)) return { content: [], odd: 0 };
  if (!Array.isArray(content)) throw new Error(`content: got ${shown(content)}; expected a list of blocks`);
  let odd = 0;
  const blocks = content.map((given): Block => {
    const { data } = ContentBlockSchema.safeParse(given);
    if (data) return data;
    odd += 1;
    if (odd > mostOdd)
      throw new Error(
        `content: got more than ${mostOdd} entries that are not blocks, such as ${shown(given)}`,
      );
    return blockIn(given);
  });
  return { content: blocks, odd };
}

/** A text block in place of an invalid block. */
function blockIn(given: unknown): Block {
  const block = Json.safeParse(given).data ?? {};
  if (block.type === 'text') return { type: 'text', text: wordsOf(block.text) };
  if (block.type !== 'image' || typeof block.data !== 'string') return { type: 'text', text: wordsOf(given) };
  const image = {
    type: 'image',
    data: plainBase64(block.data),
    mimeType: block.mimeType ?? typeOf(block.data),
  };
  return (
    ContentBlockSchema.safeParse(image).data ?? { type: 'text', text: '(an image whose data is not base64)' }
  );
}

/** Plain base64: no data URL prefix, no line breaks, no base64url characters. */
function plainBase64(data: string): string {
  return data
    .replace(/^data:[^,]*,/, '')
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}

const beginnings = { '/9j/': 'image/jpeg', R0lG: 'image/gif', UklG: 'image/webp' };

function typeOf(data: string): string {
  const [, type = 'image/png'] =
    Object.entries(beginnings).find(([start]) => plainBase64(data).startsWith(start)) ?? [];
  return type;
}

function wordsOf(value: unknown): string {
  if (isNothing(value)) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
}
