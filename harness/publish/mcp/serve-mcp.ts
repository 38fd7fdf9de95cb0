import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as sent } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { openStock, type Stock } from './open-stock.ts';
import { tools } from './tools/index.ts';

export type McpOptions = {
  project: Project;
  /** An `--out` folder: its runs are listed beside the saved results. */
  reports: string;
  input: Readable;
  output: Writable;
  /** Ends the server before its input ends. */
  signal: AbortSignal;
  /** Reports invalid messages to a person. */
  log(line: string): void;
};

/** Bytes of an answer. Clients cut longer answers, or write them to a file. */
const mostBytes = 60_000;

/** Number of faulty files that an answer lists; it also says how many more there are. */
const namedFaults = 5;

const instructions =
  'Results of contract-bench, a benchmark of browser agents: which agents and MCP browser servers passed which tasks, and why others failed. ' +
  'It reads the files of one project and changes nothing. Begin with list_runs or leaderboard.';

/** Serves over standard input and output until the input ends or `signal` aborts. It writes nothing and uses no network. */
export async function serveMcp({ project, reports, input, output, signal, log }: McpOptions): Promise<void> {
  const stock = openStock(project, reports);
  const server = new Server(
    { name: packageJson.name, version: packageJson.version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: tools.map(listed) }));
  const asked = new Set<Promise<CallToolResult>>();
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const answer = call(stock, name, given);
    asked.add(answer);
    return answer.finally(() => asked.delete(answer));
  });
  server.onerror = (error) => log(`mcp: ${error.message.split('\n')[0]}`);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input as NodeJS.ReadStream, output as NodeJS.WriteStream));
  const ended = Promise.race([once(input, 'end'), once(input, 'close')]).catch(() => {});
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([ended, aborted, closed]);
  // Requests received before the input ended are still answered.
  await Promise.all(asked);
  await sent();
  await server.close();
}

function listed({ name, title, description, input }: (typeof tools)[number]) {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

async function call(stock: Stock, name: string, given: unknown): Promise<CallToolResult> {
  try {
    const tool = tools.find((each) => each.name === name);
    if (!tool)
      throw new UserError(
        `got the tool ${JSON.stringify(name.slice(0, 100))}; expected one of ${tools.map((each) => each.name).join(', ')}`,
      );
    const { data, notes } = await tool.call(given, stock);
    const { faults } = await stock.read();
    const texts = [[...notes, ...faultNotes(faults)].join('\n'), JSON.stringify(data)];
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > mostBytes)
      throw new UserError(
        `got an answer of ${bytes} bytes; expected at most ${mostBytes}: use a smaller limit`,
      );
    return { content: texts.map((text) => ({ type: 'text', text })) };
  } catch (error) {
    if (error instanceof UserError) return refusal(error.message);
    return refusal(`the server failed: ${error instanceof Error ? error.message : error}`);
  }
}

function refusal(why: string): CallToolResult {
  return { content: [{ type: 'text', text: why.slice(0, 4000) }], isError: true };
}

function faultNotes(faults: readonly string[]): string[] {
  const more = faults.length - namedFaults;
  return [
    ...faults.slice(0, namedFaults).map((fault) => `Left out: ${fault.slice(0, 500)}`),
    ...(more > 0 ? [`Left out: ${more} more faulty files; npm run harness -- check lists all.`] : []),
  ];
}
