import path from 'node:path';
import { reportsFolder } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const mcp = defineCommand({
  name: 'mcp',
  summary:
    'give an agent read-only access to the results of this project, over MCP on standard input and output',
  afterHelp: '\nThe file docs/mcp.md explains how to add this server to Claude Code and other clients',
  endsProcess: true,
  arguments: {},
  options: { out: reportsFolder('an --out folder, whose runs are served together with the stored results') },
  run: async ({ out }, { project, folder, signal, log }) => {
    const { serveMcp } = await import('../../publish/mcp/serve-mcp.ts');
    const { stdin: input, stdout: output } = process;
    await serveMcp({ project, reports: path.resolve(folder, out), input, output, signal, log });
    return { lines: [], exitCode: 0, data: {} };
  },
});
