import type { Server } from './server.ts';

/** No server: an agent drives the browser itself, over DevTools, and what it does is read off there. */
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
