import type { Server } from './server.ts';

/** It launches its browser and cannot attach to one. */
export const executeautomation: Server = {
  id: 'executeautomation',
  title: 'ExecuteAutomation Playwright MCP',
  origin: {
    install: {
      name: '@executeautomation/playwright-mcp-server',
      version: '1.0.12',
      bin: 'playwright-mcp-server',
      node: '18.0.0',
    },
    variable: 'EXECUTEAUTOMATION_BIN',
  },
  args: [],
  env: { CHROME_EXECUTABLE_PATH: '{chromium}' },
  open: { tool: 'playwright_navigate', args: { url: '{url}' } },
  script: { tool: 'playwright_evaluate', args: { script: '({script})()' } },
  reads: [
    { tool: 'playwright_get_visible_text', args: {} },
    { tool: 'playwright_get_visible_html', args: {} },
    { tool: 'playwright_console_logs', args: { type: 'all' } },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [
    'playwright_get',
    'playwright_post',
    'playwright_put',
    'playwright_patch',
    'playwright_delete',
  ],
  cannot: {},
};
