import type { Tool } from '../../servers/answer.ts';
import { openCall } from '../../servers/connect-server.ts';
import type { CallTemplate, Server } from '../../servers/server.ts';

/** A tool that takes a URL, with the arguments that have it open one. */
export type UrlTool = { id: string; title: string; template: CallTemplate };

/**
 * What stands in a command line in place of tools, by the id of the server. Commands that open a page in order to check
 * it are left out: they open it as `open` does.
 */
const commands: Readonly<Record<string, readonly string[][]>> = {
  'agent-browser': [
    ['tab', 'new', '{url}'],
    ['read', '{url}'],
  ],
  'playwright-cli': [['tab-new', '{url}']],
};

const urlName = /^(?:url|uri|href|urls)$/i;
const opens = /new|open|create|add|goto|navigate|url/i;

/** The tool that opens a URL, then each further tool that takes one. Throws if no tool opens a URL. */
export function urlTools(server: Server, tools: readonly Tool[]): UrlTool[] {
  const open = openCall(server, tools, '{url}');
  const [id] = server.id.split('+');
  const ofCommands = (server.cli ? (commands[id ?? ''] ?? []) : []).map((args) => ({
    title: `${open.tool} ${args.join(' ').replaceAll(' {url}', '')}`,
    template: { tool: open.tool, args: { args } },
  }));
  const others = tools.filter(({ name }) => name !== open.tool).flatMap((tool) => templateOf(tool) ?? []);
  return [
    { title: server.cli ? `${open.tool} ${firstWord(open)}` : open.tool, template: open },
    ...ofCommands,
    ...others.map((template) => ({ title: template.tool, template })),
  ].map((each) => ({ ...each, id: each.title.replace(/[^\w-]+/g, '-') }));
}

function firstWord({ args }: CallTemplate): string {
  return Array.isArray(args.args) ? String(args.args[0]) : '';
}

type Property = { type?: unknown; enum?: unknown; items?: unknown };

/** The call with the URL and the arguments that are required; null if the tool takes no URL. */
function templateOf({ name, inputSchema }: Tool): CallTemplate | null {
  const { properties, required } = inputSchema;
  if (typeof properties !== 'object' || properties === null) return null;
  // JSON Schemas: each property is an object, and whatever a server writes in it is checked where it is read.
  const all = Object.entries(properties as Record<string, Property>);
  const url = all.find(([each, property]) => urlName.test(each) && takesText(property));
  if (!url) return null;
  const [urlArgument, { type }] = url;
  const needed = all.filter(
    ([each]) => each !== urlArgument && Array.isArray(required) && required.includes(each),
  );
  return {
    tool: name,
    args: {
      ...Object.fromEntries(needed.map(([each, property]) => [each, anyValue(property)])),
      [urlArgument]: type === 'array' ? ['{url}'] : '{url}',
    },
  };
}

function takesText({ type, items }: Property): boolean {
  const isText = (each: unknown) => each === 'string' || each === undefined;
  if (type !== 'array') return isText(type);
  return typeof items === 'object' && items !== null && 'type' in items && isText(items.type);
}

/** A value that a schema allows: of several words the one that is for opening, of numbers the first page. */
function anyValue({ type, enum: words }: Property): unknown {
  if (Array.isArray(words)) return words.find((word) => opens.test(String(word))) ?? words[0];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return type === 'object' ? {} : '{}';
}
