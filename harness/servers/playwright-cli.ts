import type { Server } from './server.ts';

/** A command line: what agents with a shell use in place of Playwright MCP. */
export const playwrightCli: Server = {
  id: 'playwright-cli',
  title: 'Playwright CLI',
  origin: {
    install: { name: '@playwright/cli', version: '0.1.22', bin: 'playwright-cli', node: '18.0.0' },
    variable: 'PLAYWRIGHT_CLI_BIN',
  },
  cli: { attach: ['attach', '--cdp={endpoint}'], end: ['detach'] },
  args: [],
  env: {},
  open: { tool: 'run', args: { args: ['goto', '{url}'] } },
  script: { tool: 'run', args: { args: ['eval', '{script}'] } },
  reads: [
    { tool: 'run', args: { args: ['snapshot'] } },
    { tool: 'run', args: { args: ['console'] } },
    { tool: 'run', args: { args: ['requests'] } },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};
