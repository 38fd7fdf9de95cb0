import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { canonicalJson, digest } from '../platform/digest.ts';
import { describeIssues } from '../platform/errors/describe-issues.ts';
import { jsonOrWhy } from '../platform/errors/json.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { Tool } from './answer.ts';
import type { ServerSession } from './connect-server.ts';

/** `transcripts/<server>/tools.json`: the tool list of a server when its transcripts were recorded. */
export const ToolLedger = z.strictObject({
  schema: z.literal('contract-bench.tools.v1'),
  server: z.strictObject({ id: z.string().min(1), version: z.string() }),
  /** Digest of `tools`, the `toolsSha256` of a session and of the transcripts. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** In the order of the server, with keys unchanged. */
  tools: z.array(
    z.strictObject({
      name: z.string().min(1),
      description: z.string().exactOptional(),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ToolLedger = z.infer<typeof ToolLedger>;

export const ledgerName = 'tools.json';

/** Writes the ledger beside the server's transcripts; an equal ledger stays untouched. */
export async function writeToolLedger(
  transcriptsFolder: string,
  serverId: string,
  { version, toolsSha256, tools }: Pick<ServerSession, 'version' | 'tools' | 'toolsSha256'>,
): Promise<void> {
  const file = path.join(transcriptsFolder, serverId, ledgerName);
  const ledger = {
    schema: 'contract-bench.tools.v1',
    server: { id: serverId, version },
    sha256: toolsSha256,
    tools,
  };
  const text = `${JSON.stringify(ledger, null, 2)}\n`;
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  makeFolder(path.dirname(file));
  await writeFile(file, text);
}

/** Throws `UserError` if it is missing or has a mistake. */
export async function readToolLedger(transcriptsFolder: string, serverId: string): Promise<ToolLedger> {
  const file = path.join(transcriptsFolder, serverId, ledgerName);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`no ledger ${file}; record a transcript on ${serverId} with --record to write one`);
  });
  const parsed = parseToolLedger(file, text, serverId);
  if ('mistakes' in parsed) throw new UserError(parsed.mistakes.join('\n'));
  return parsed.ledger;
}

/** All mistakes at once, each starting with `file`. `serverId` is the name of its folder. */
export function parseToolLedger(
  file: string,
  text: string,
  serverId: string,
): { ledger: ToolLedger } | { mistakes: string[] } {
  const raw = jsonOrWhy(text);
  if ('why' in raw) return { mistakes: [`${file}: ${raw.why}`] };
  const parsed = ToolLedger.safeParse(raw.value);
  if (!parsed.success) return { mistakes: describeIssues(file, parsed.error, raw) };
  const ledger = parsed.data;
  const sha256 = digest(ledger.tools);
  const mistakes = [
    ...(sha256 === ledger.sha256
      ? []
      : [`${file}: sha256: must be ${sha256} for the tools as they are; found ${ledger.sha256}`]),
    ...(ledger.server.id === serverId
      ? []
      : [`${file}: server.id: must be the folder's "${serverId}"; found "${ledger.server.id}"`]),
  ];
  return mistakes.length > 0 ? { mistakes } : { ledger };
}

/**
 * The difference of two tool lists, a line each: tools, then their parameters by path with type, required and enum
 * before and after. `fields[].name` is a parameter inside an array of objects. Empty exactly if both have the same
 * digest.
 */
export function compareTools(before: readonly Tool[], after: readonly Tool[]): string[] {
  const lines = [
    ...before.flatMap((tool) => {
      const now = after.find(({ name }) => name === tool.name);
      return now ? compareTool(tool, now) : [`- tool ${tool.name} removed`];
    }),
    ...after
      .filter(({ name }) => !before.some((tool) => tool.name === name))
      .map(({ name }) => `+ tool ${name} added`),
  ];
  if (lines.length > 0 || canonicalJson(before) === canonicalJson(after)) return lines;
  return ['~ the order of the tools changed'];
}

function compareTool(before: Tool, after: Tool): string[] {
  const was = parametersOf(before.inputSchema);
  const is = parametersOf(after.inputSchema);
  const lines = [
    ...(before.description === after.description ? [] : [`~ tool ${before.name}: description changed`]),
    ...[...was].flatMap(([at, parameter]) => {
      const now = is.get(at);
      if (!now) return [`- ${before.name}: parameter ${at} (${describe(parameter)}) removed`];
      return changes(parameter, now).map((change) => `~ ${before.name}: parameter ${at}: ${change}`);
    }),
    ...[...is]
      .filter(([at]) => !was.has(at))
      .map(([at, parameter]) => `+ ${before.name}: parameter ${at} (${describe(parameter)}) added`),
  ];
  if (lines.length > 0 || canonicalJson(before) === canonicalJson(after)) return lines;
  const [old = [], fresh = []] = [before, after].map(({ inputSchema }) => Object.entries(inputSchema));
  return [`~ tool ${before.name}: schema changed (${keysThatDiffer(old, fresh).join(', ')})`];
}

type Parameter = { type: string; required: boolean; enum: string; rest: [string, unknown][] };

type Schema = Record<string, unknown>;

/** Every argument of a tool by its path, also inside objects and lists. */
export function argumentsOf(inputSchema: Tool['inputSchema']): { at: string; isRequired: boolean }[] {
  return [...parametersOf(inputSchema)].map(([at, { required }]) => ({ at, isRequired: required }));
}

/** Every parameter by its path, also inside objects and arrays. */
function parametersOf(schema: Schema, prefix = ''): Map<string, Parameter> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const found = new Map<string, Parameter>();
  for (const [name, value] of Object.entries(asSchema(schema.properties))) {
    const property = asSchema(value);
    const { type, enum: values, properties: _, items, required: __, ...rest } = property;
    const at = `${prefix}${name}`;
    found.set(at, {
      type: words(type),
      required: required.includes(name),
      enum: words(values),
      // The item type of an array belongs to the parameter; the fields of its objects are parameters below it.
      rest: Object.entries({ ...rest, ...(items === undefined ? {} : { items: withoutProperties(items) }) }),
    });
    for (const [below, inside] of [
      ...parametersOf(property, `${at}.`),
      ...parametersOf(asSchema(items), `${at}[].`),
    ]) {
      found.set(below, inside);
    }
  }
  return found;
}

function changes(before: Parameter, after: Parameter): string[] {
  const named = (['type', 'required', 'enum'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field} was ${before[field]}, is ${after[field]}`);
  const others = keysThatDiffer(before.rest, after.rest);
  return others.length > 0 ? [...named, `${others.join(', ')} changed`] : named;
}

function describe({ type, required }: Parameter): string {
  return `${type}, ${required ? 'required' : 'optional'}`;
}

function keysThatDiffer(before: [string, unknown][], after: [string, unknown][]): string[] {
  const [was, is] = [new Map(before), new Map(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => canonicalJson(was.get(key) ?? null) !== canonicalJson(is.get(key) ?? null),
  );
}

function withoutProperties(schema: unknown): unknown {
  const { properties: _, required: __, ...rest } = asSchema(schema);
  return rest;
}

/** A schema may be `true` or invalid; both have no parameters. */
function asSchema(value: unknown): Schema {
  // The cast is safe because each key is checked before use.
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : {};
}

function words(value: unknown): string {
  return value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
}
