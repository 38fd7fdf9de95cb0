import type { Server } from './server.ts';

/** It launches its browser and cannot attach to one. */
export const puppeteer: Server = {
  id: 'puppeteer',
  title: 'Puppeteer MCP',
  origin: {
    install: {
      name: '@modelcontextprotocol/server-puppeteer',
      version: '2025.5.12',
      bin: 'mcp-server-puppeteer',
      node: '18.0.0',
    },
    variable: 'PUPPETEER_BIN',
  },
  args: [],
  env: { PUPPETEER_EXECUTABLE_PATH: '{chromium}' },
  open: { tool: 'puppeteer_navigate', args: { url: '{url}' } },
  script: { tool: 'puppeteer_evaluate', args: { script: '({script})()' } },
  reads: [
    // Apart from screenshots and scripts, no tool of it reads a page.
    { tool: 'puppeteer_evaluate', args: { script: 'document.body.innerText' } },
    { tool: 'puppeteer_evaluate', args: { script: 'document.documentElement.outerHTML' } },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
  isUnmaintained: true,
};
