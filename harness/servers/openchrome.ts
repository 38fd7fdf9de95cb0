import type { Server } from './server.ts';

const decoded = `'(' + new TextDecoder().decode(Uint8Array.from(atob('{script:base64}'), (c) => c.charCodeAt(0))) + ')'`;

/** Not on npm, but built from source. `OPENCHROME_BIN` is its command, for example `node <folder>/dist/index.js`. */
export const openchrome: Server = {
  id: 'openchrome',
  title: 'OpenChrome',
  origin: { program: 'openchrome', variable: 'OPENCHROME_BIN', ofPackage: 'openchrome-mcp' },
  args: ['serve', '--port', '{port}'],
  env: {},
  open: { tool: 'navigate', args: { url: '{url}' } },
  // The tool returns a value only for one line without `;` or `return`; otherwise it ignores the promise.
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
