import { agentBrowser } from './agent-browser.ts';
import type { Server } from './server.ts';

/** The program of `agent-browser` as the MCP server that it also is, with its default profile of tools. */
export const agentBrowserMcp: Server = {
  id: 'agent-browser-mcp',
  title: 'agent-browser MCP',
  origin: agentBrowser.origin,
  args: ['mcp'],
  variants: {
    boundaries: {
      title: 'with marks around content of the page',
      args: [],
      env: { AGENT_BROWSER_CONTENT_BOUNDARIES: '1' },
    },
    compact: { title: 'one sentence a tool, no words on arguments', args: [], tools: 'compact' },
  },
  env: { AGENT_BROWSER_CDP: '{port}', AGENT_BROWSER_NO_VERSION_CHECK: '1' },
  open: { tool: 'agent_browser_open', args: { url: '{url}' } },
  script: { tool: 'agent_browser_eval', args: { script: '({script})()' } },
  reads: [
    { tool: 'agent_browser_snapshot', args: {} },
    { tool: 'agent_browser_snapshot', args: { interactive: false } },
    { tool: 'agent_browser_read', args: {} },
    { tool: 'agent_browser_get_text', args: { selector: 'body' } },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};
