import type { Server } from './server.ts';

export const chromeDevtools: Server = {
  id: 'chrome-devtools',
  title: 'Chrome DevTools MCP',
  origin: {
    package: 'chrome-devtools-mcp',
    version: '1.11.0',
    entry: 'build/src/bin/chrome-devtools-mcp.js',
  },
  args: ['--browserUrl', '{endpoint}', '--no-usage-statistics', '--no-performance-crux'],
  variants: {
    slim: {
      title: 'three tools',
      args: ['--slim'],
      open: { tool: 'navigate', args: { url: '{url}' } },
      script: { tool: 'evaluate', args: { script: '({script})()' } },
      // Apart from screenshots and scripts, no tool of it reads a page.
      reads: [
        { tool: 'evaluate', args: { script: 'document.body.innerText' } },
        { tool: 'evaluate', args: { script: 'document.documentElement.outerHTML' } },
      ],
    },
    vision: { title: 'with tools for points of the window', args: ['--experimentalVision'] },
    compact: { title: 'one sentence a tool, no words on arguments', args: [], tools: 'compact' },
  },
  env: { CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
  open: { tool: 'navigate_page', args: { pageId: 1, type: 'url', url: '{url}' } },
  script: { tool: 'evaluate_script', args: { pageId: 1, function: '{script}' } },
  reads: [
    { tool: 'take_snapshot', args: { pageId: 1 } },
    { tool: 'take_snapshot', args: { pageId: 1, verbose: true } },
    { tool: 'list_console_messages', args: { pageId: 1 } },
    { tool: 'list_network_requests', args: { pageId: 1 } },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};
