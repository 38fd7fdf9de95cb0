import { clip } from '../../platform/words/format.ts';
import type { Tool } from '../../servers/answer.ts';

/** A tool in a form that every vendor accepts. */
export type SentTool = {
  /** Letters, digits, `_` and `-`, at most 64 characters, which all vendors accept. */
  name: string;
  description?: string;
  schema: Record<string, unknown>;
  /** The server's name of the tool. */
  original: string;
  /** Set if the server's schema is not a plain object: the name of the field that wraps it. Arguments are unwrapped. */
  wrappedIn: string | null;
};

/** The tools of a server with unique names and schemas that every vendor accepts. */
export function sentTools(tools: readonly Tool[]): SentTool[] {
  const taken = new Set<string>();
  return tools.map(({ name: original, description, inputSchema }) => {
    const name = freeName(original, taken);
    taken.add(name);
    return { name, original, ...(description ? { description } : {}), ...adapted(inputSchema) };
  });
}

/** The server's call for a requested call. */
export function calledTool(
  tools: readonly SentTool[],
  { tool, args }: { tool: string; args: Record<string, unknown> },
): { tool: string; args: Record<string, unknown> } {
  const sent = tools.find(({ name }) => name === tool);
  if (!sent) return { tool, args };
  const inner = sent.wrappedIn === null ? args : args[sent.wrappedIn];
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  // The server checks the values by its schema.
  return { tool: sent.original, args: isObject ? (inner as Record<string, unknown>) : args };
}

const maxLength = 64;

/** A name that every vendor accepts. Also used for unknown tools that a model called. */
export function plainName(name: string): string {
  const clean = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, maxLength);
  // Google requires a letter or an underscore first.
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`.slice(0, maxLength);
}

function freeName(original: string, taken: ReadonlySet<string>): string {
  const first = plainName(original);
  let name = first;
  for (let number = 2; taken.has(name); number++)
    name = `${first.slice(0, maxLength - `_${number}`.length)}_${number}`;
  return name;
}

const shortDescription = 1024;

/** The tools for a host that accepts only 1,024 characters of a description. */
export function withShortDescriptions(tools: readonly SentTool[]): SentTool[] {
  return tools.map(({ description, ...tool }) => ({
    ...tool,
    ...(description === undefined ? {} : { description: clip(description, shortDescription) }),
  }));
}

/** How hosts name a rejected tool: by its position or its name. */
const toolPlaces = [
  /\bfunction_declarations\[(?<at>\d+)\]/,
  /\btools[[.](?<at>\d+)\]?\.(?:custom\.|function\.)?(?:name|description|parameters|input_schema)\b/,
  /\b(?:function|tool) ['"`](?<name>[\w-]+)['"`]/i,
];
const toolCount =
  /\btools'?: .{0,20}too (?:long|many)|\btoo many tools\b|\btools\b.{0,40}\b(?:at most|maximum|limit) .{0,20}\d/i;

/**
 * The reason why a host rejects the tools of this server, with the server's name of the tool. Null if the refusal has
 * another reason, or is about the harness's own tool, which is the last.
 */
export function refusedTools(why: string, tools: readonly SentTool[]): string | null {
  const own = tools.length - 1;
  for (const place of toolPlaces) {
    const { at, name } = place.exec(why)?.groups ?? {};
    const index = at === undefined ? tools.findIndex((tool) => tool.name === name) : Number(at);
    const tool = index < own ? tools[index] : undefined;
    if (tool) return `the API rejects the tool ${tool.original} of the server: ${why}`;
  }
  if (toolCount.test(why)) return `the API rejects the ${own} tools of the server: ${why}`;
  return /\bgrammar\b/i.test(why) ? `the API rejects a schema of the server's tools: ${why}` : null;
}

const wrapper = 'input';
/** Vendors reject these keys at the top of a schema. */
const refusedAtTop = ['anyOf', 'oneOf', 'allOf', 'enum', 'not', 'if', '$ref'];

function adapted(schema: Record<string, unknown>): Pick<SentTool, 'schema' | 'wrappedIn'> {
  const { $schema: _, $id: __, ...plain } = schema;
  const isPlain = (plain.type ?? 'object') === 'object' && !refusedAtTop.some((word) => word in plain);
  if (isPlain)
    return { schema: { ...plain, type: 'object', properties: plain.properties ?? {} }, wrappedIn: null };
  // Definitions stay at the top, so that the schema's references still work.
  const { $defs, definitions, ...inner } = plain;
  const parts = {
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
  return {
    schema: { type: 'object', properties: { [wrapper]: inner }, required: [wrapper], ...parts },
    wrappedIn: wrapper,
  };
}

const doneName = 'done';
const otherDoneName = 'contract_bench_done';

/** The only tool that the harness adds: it ends the episode and reports success and answer. */
export function doneTool(tools: readonly Tool[]): Tool {
  return {
    name: tools.some((tool) => tool.name === doneName) ? otherDoneName : doneName,
    description:
      'Ends the task. Call it when the goal is reached, or when it cannot be reached, with nothing left to do.',
    inputSchema: {
      type: 'object',
      properties: {
        success: { type: 'boolean', description: 'Whether the goal was reached.' },
        answer: {
          type: 'string',
          description: 'The answer that the goal asks for; empty where it asks for none.',
        },
      },
      required: ['success'],
    },
  };
}
