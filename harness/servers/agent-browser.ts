import type { Server } from './server.ts';

/** A command line. Its first command starts a daemon, which runs all later commands. */
export const agentBrowser: Server = {
  id: 'agent-browser',
  title: 'agent-browser',
  origin: {
    install: {
      name: 'agent-browser',
      version: '0.41.2',
      bin: 'agent-browser',
      node: '24.0.0',
      // Its install script, which is not run, would make this file executable.
      executable: 'bin/agent-browser-linux-x64',
    },
    variable: 'AGENT_BROWSER_BIN',
  },
  cli: { attach: ['connect', '{port}'], end: ['close'] },
  args: [],
  env: {},
  open: { tool: 'run', args: { args: ['open', '{url}'] } },
  script: { tool: 'run', args: { args: ['eval', '({script})()'] } },
  reads: [
    { tool: 'run', args: { args: ['snapshot'] } },
    { tool: 'run', args: { args: ['read'] } },
    { tool: 'run', args: { args: ['get', 'text', 'body'] } },
    { tool: 'run', args: { args: ['console'] } },
    { tool: 'run', args: { args: ['network', 'requests'] } },
  ],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};
