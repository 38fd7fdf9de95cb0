import type { Server } from './server.ts';

/** It can attach, but then it closes the attached browser when it exits. A browser that it launches stays open. */
export const agentInfra: Server = {
  id: 'agent-infra',
  title: 'Agent Infra Browser MCP',
  origin: {
    install: {
      name: '@agent-infra/mcp-server-browser',
      version: '1.2.29',
      bin: 'mcp-server-browser',
      node: '18.0.0',
    },
    variable: 'AGENT_INFRA_BIN',
  },
  args: ['--executable-path', '{chromium}', '--headless', '--output-dir', '{folder}/out'],
  env: {},
  open: { tool: 'browser_navigate', args: { url: '{url}' } },
  script: { tool: 'browser_evaluate', args: { script: '{script}' } },
  reads: [
    { tool: 'browser_get_text', args: {} },
    { tool: 'browser_get_markdown', args: {} },
    { tool: 'browser_get_clickable_elements', args: {} },
    { tool: 'browser_read_links', args: {} },
    { tool: 'browser_tab_list', args: {} },
    { tool: 'browser_get_download_list', args: {} },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};
