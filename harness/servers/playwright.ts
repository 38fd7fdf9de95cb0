import type { Server } from './server.ts';

export const playwright: Server = {
  id: 'playwright',
  title: 'Playwright MCP',
  origin: { package: '@playwright/mcp', version: '0.0.83', entry: 'cli.js' },
  args: ['--cdp-endpoint', '{endpoint}', '--output-dir', '{folder}/out'],
  variants: {
    slim: { title: 'without snapshots in its answers', args: ['--snapshot-mode', 'none'] },
    vision: { title: 'with tools for points of the window', args: ['--caps', 'vision'] },
    caps: { title: 'with tools for points of the window and for PDF', args: ['--caps', 'vision,pdf'] },
    compact: { title: 'one sentence a tool, no words on arguments', args: [], tools: 'compact' },
  },
  env: {},
  open: { tool: 'browser_navigate', args: { url: '{url}' } },
  script: { tool: 'browser_evaluate', args: { function: '{script}' } },
  reads: [
    { tool: 'browser_snapshot', args: {} },
    { tool: 'browser_console_messages', args: { level: 'info' } },
    { tool: 'browser_network_requests', args: { static: false } },
  ],
  answerRequests: { tool: 'browser_run_code_unsafe', args: { code: '{script}' } },
  sessionValues: {},
  fetchesByItself: ['browser_run_code_unsafe'],
  cannot: {},
};
