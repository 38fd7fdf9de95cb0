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
 * Servers send messages that MCP does not allow: null for a field that should be missing, a tool with one odd schema.
 * A strict client passes such an answer over, and its call waits for ever. Here an answer to a call that waits is always
 * an answer: taken where its meaning is clear, else an error that names the field.
 */

const Json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof Json>;

/** The calls that wait for an answer: id to method. */
export type WaitingCalls = ReadonlyMap<number, string>;

const longestShown = 80;
const internalError = -32603;

/** The messages in one line of a server's output; none where the line is not a message. */
export function messagesIn(line: string, waiting: WaitingCalls): JSONRPCMessage[] {
  const text = line.replace(/^\uFEFF/, '').trim();
  const value = jsonOrUndefined(text);
  if (value !== undefined)
    return (Array.isArray(value) ? value : [value]).flatMap((one) => read(one, waiting));
  // A log without a line break before the answer.
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
  // JSON logs have a method too, such as GET.
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

/** An answer without an id is to the one call that waits. */
function askedId(id: unknown, waiting: WaitingCalls): number | null {
  const [only] = waiting.keys();
  if (isNothing(id)) return waiting.size === 1 && only !== undefined ? only : null;
  const asked = typeof id === 'string' && id.trim() !== '' ? Number(id) : id;
  return typeof asked === 'number' && waiting.has(asked) ? asked : null;
}

function answerTo(id: number, result: unknown, error: unknown, waiting: WaitingCalls): JSONRPCMessage {
  const { data: given } = Json.safeParse(result);
  // `error: null` and the like beside a result say that there is none.
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

/** What came of a value that a schema did not take whole. */
type Fitted<T> = {
  /** As the schema reads it. */
  value: T;
  /** As it was given, without what the schema refuses. */
  kept: Json;
  /** The fields that were refused, with why. */
  refused: string[];
};

/** Leaves out fields that a schema refuses; `instead` has those that it needs. Throws where one of those is missing. */
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

/** More than any tool has fields. */
const mostRefused = 100;

const deepestSchema = 100;

type ListedTool = { name: string; description?: string; inputSchema: Json };

/** The tools of one page of a list, and what of it was left out, a line each. Throws where there is no list. */
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
    // A model's host takes no more levels of a request, and it is the same in each.
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

/** A schema of arguments that every client takes, with all of the given one that it can be. */
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
 * The content of a tool's result, and the result as MCP allows it. Structured content alone is told as a text. Throws
 * where the content is not a list of blocks.
 */
export function resultIn(given: Json): { content: Block[]; isError: boolean; result: Json } {
  const { content, odd } = blocksIn(given.content);
  const { data: structured } = Json.safeParse(given.structuredContent);
  const told: Block[] =
    content.length === 0 && structured ? [{ type: 'text', text: JSON.stringify(structured) }] : content;
  const isError = given.isError === true || given.isError === 'true';
  const isWhole = odd === 0 && CallToolResultSchema.safeParse({ ...given, content: [] }).success;
  if (isWhole && given.content !== null && told.length === content.length)
    return { content: told, isError, result: given };
  const { kept } = fitted(CallToolResultSchema, { ...given, content: told }, { isError });
  return { content: told, isError, result: kept };
}

/** A tenth of a millisecond each: a message may hold millions. */
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
        `content: got more than ${mostOdd} entries that are no blocks, such as ${shown(given)}`,
      );
    return blockIn(given);
  });
  return { content: blocks, odd };
}

/** Text in place of what is no block of MCP. */
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

/** Without the head of a data URL, line breaks and the letters of base64url. */
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
