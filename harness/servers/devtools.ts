import type { Server } from './server.ts';

/** No server: the agent drives the browser itself over DevTools, and its actions are recorded from those messages. */
export const devtools: Server = {
  id: 'devtools',
  title: 'DevTools, without a server',
  origin: { browser: true },
  args: [],
  env: {},
  open: { tool: 'navigate', args: { url: '{url}' } },
  script: null,
  reads: [],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};
