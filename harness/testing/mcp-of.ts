import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { thisProject } from '../cli/this-project.ts';
import { cleanEnv } from './scratch-project.ts';

/** What a tool answered: its sentences, and its data where it is no error. */
export type Answered<Data> = { notes: string; data: Data; isError: boolean; bytes: number };

export type McpOf = {
  client: Client;
  ask<Data>(tool: string, args?: Record<string, unknown>): Promise<Answered<Data>>;
};

/** The MCP server of a project in a folder, as a client of the SDK has it. */
export async function mcpOf(folder: string): Promise<McpOf> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(thisProject.root, 'harness', 'cli', 'main.ts'), 'mcp'],
      cwd: folder,
      env: cleanEnv(),
      stderr: 'ignore',
    }),
  );
  return {
    client,
    ask: async (name, args = {}) => {
      const params = { name, arguments: args };
      const answer = CallToolResultSchema.parse(await client.callTool(params));
      const texts = answer.content.map((part) => (part.type === 'text' ? part.text : ''));
      const [notes = '', json = 'null'] = texts;
      return {
        notes,
        data: JSON.parse(json),
        isError: answer.isError === true,
        bytes: Buffer.byteLength(texts.join('')),
      };
    },
  };
}
