import path from 'node:path';
import { reportsFolder } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'serve the results of this project to an agent, over MCP on standard input and output; read-only',
  afterHelp: '\nhow to add it to Claude Code and others: docs/mcp.md',
  endsProcess: true,
  arguments: {},
  options: { out: reportsFolder('the --out folder of runs to serve in addition to the results') },
  run: async ({ out }, { project, folder, signal, log }) => {
    const { serveMcp } = await import('../../publish/mcp/serve-mcp.ts');
    const { stdin: input, stdout: output } = process;
    await serveMcp({ project, reports: path.resolve(folder, out), input, output, signal, log });
    return { lines: [], exitCode: 0, data: {} };
  },
});
