import type { Server } from './server.ts';

const decoded = `'(' + new TextDecoder().decode(Uint8Array.from(atob('{script:base64}'), (c) => c.charCodeAt(0))) + ')'`;

/** Not on npm: built beside the project. `OPENCHROME_BIN` is its command, `node <folder>/dist/index.js` say. */
export const openchrome: Server = {
  id: 'openchrome',
  title: 'OpenChrome',
  origin: { program: 'openchrome', variable: 'OPENCHROME_BIN', ofPackage: 'openchrome-mcp' },
  args: ['serve', '--port', '{port}'],
  env: {},
  open: { tool: 'navigate', args: { url: '{url}' } },
  // It gives the value of one line without a `;` or a `return` alone; of anything else a promise that is never looked at.
  script: { tool: 'javascript_tool', args: { tabId: '{tabId}', code: `await (0, eval)(${decoded})()` } },
  reads: [
    { tool: 'read_page', args: { tabId: '{tabId}', mode: 'ax' } },
    { tool: 'read_page', args: { tabId: '{tabId}', mode: 'dom' } },
    { tool: 'tabs_context', args: {} },
  ],
  answerRequests: null,
  sessionValues: { tabId: 'tabId\\W+([0-9A-F]{32})' },
  fetchesByItself: [],
  cannot: {},
};
