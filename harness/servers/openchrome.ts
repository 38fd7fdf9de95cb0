import type { Server } from './server.ts';

/** Not on npm: built beside the project. `OPENCHROME_BIN` is its command, `node <folder>/dist/index.js` say. */
export const openchrome: Server = {
  id: 'openchrome',
  title: 'OpenChrome',
  origin: { program: 'openchrome', variable: 'OPENCHROME_BIN', ofPackage: 'openchrome-mcp' },
  args: ['serve', '--port', '{port}'],
  env: {},
  open: { tool: 'navigate', args: { url: '{url}' } },
  script: { tool: 'javascript_tool', args: { tabId: '{tabId}', code: '({script})()' } },
  answerRequests: null,
  sessionValues: { tabId: 'tabId\\W+([0-9A-F]{32})' },
  fetchesByItself: [],
  cannot: {},
};
