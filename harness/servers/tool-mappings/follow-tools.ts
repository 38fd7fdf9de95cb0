import type { Tool } from '../answer.ts';
import type { CallTemplate, Server } from '../server.ts';
import { toolMappingOf } from './index.ts';
import type { MappedCall, ToolMapping } from './tool-mapping.ts';

type Schema = { properties?: unknown; required?: unknown; items?: unknown };

/**
 * A call of a mapping as the listed tools take it, because releases name tools and arguments differently: see `follows` of a
 * mapping. Without the tool in the list, or without arguments in its schema, the call stays as it is.
 */
export function followTools<Args extends Readonly<Record<string, unknown>>>(
  { tool: asked, args }: { tool: string; args: Args },
  mapping: Pick<ToolMapping, 'follows'> | null,
  tools: readonly Tool[],
): { tool: string; args: Args } {
  const follows = mapping?.follows;
  if (!follows) return { tool: asked, args };
  const names = [asked, ...(follows.tools?.[asked] ?? [])];
  const tool = names.flatMap((name) => tools.find((each) => each.name === name) ?? [])[0];
  if (!tool) return { tool: asked, args };
  return { tool: tool.name, args: fitted(args, tool.inputSchema, follows) as Args };
}

function fitted(
  args: Readonly<Record<string, unknown>>,
  schema: Schema,
  follows: NonNullable<ToolMapping['follows']>,
): Record<string, unknown> {
  const { renamed = {}, dropped = [], filled = {} } = follows;
  const properties = objectOf(schema.properties);
  if (Object.keys(properties).length === 0) return { ...args };
  const taken = Object.entries(args).flatMap(([name, value]) => {
    const known = [name, ...(renamed[name] ?? [])].find((each) => Object.hasOwn(properties, each));
    if (known === undefined) return dropped.includes(name) ? [] : [[name, value]];
    const items = objectOf(objectOf(properties[known]).items);
    const inner = (each: unknown) => (isPlain(each) ? fitted(each, items, follows) : each);
    return [[known, Array.isArray(value) ? value.map(inner) : value]];
  });
  const required = Array.isArray(schema.required) ? schema.required : [];
  const lacking = Object.entries(filled).filter(
    ([name]) => required.includes(name) && !taken.some(([each]) => each === name),
  );
  return Object.fromEntries([...lacking, ...taken]);
}

function objectOf(value: unknown): Record<string, unknown> {
  return isPlain(value) ? value : {};
}

/**
 * Why the listed tools cannot be asked a call: the tool is not there, or does not take one of the arguments. Null if they
 * can. A schema without arguments says nothing about them.
 */
export function whyUnlisted({ tool, args }: MappedCall, tools: readonly Tool[]): string | null {
  const listed = tools.find(({ name }) => name === tool);
  if (!listed) return `its tool list has no ${tool}`;
  const known = Object.keys(objectOf(listed.inputSchema.properties));
  const sent = Object.keys(args).filter((name) => args[name] !== null && args[name] !== undefined);
  const unknown = known.length === 0 ? undefined : sent.find((name) => !known.includes(name));
  return unknown === undefined ? null : `its ${tool} takes no ${unknown}`;
}

/** Not a list, and not a reference to an answer. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('find' in value);
}

/** The calls that read a page, as the listed tools take them; the reading of its mapping if its data has none. */
export function readingsOf(server: Server, tools: readonly Tool[]): readonly CallTemplate[] {
  const mapping = toolMappingOf(server);
  const own: MappedCall[] = mapping ? [mapping.read(mapping.firstPage)] : [];
  const reads =
    server.reads.length > 0 ? server.reads : own.map(({ tool, args }) => ({ tool, args: { ...args } }));
  return reads.map((each) => followTools(each, mapping, tools));
}
