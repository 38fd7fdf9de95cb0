/** Vendors that may be imported in these files alone. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  '@agentclientprotocol/sdk': ['harness/foreign-agent/converse-over-acp.ts'],
  '@hono/node-server': ['harness/manager/serve.ts', 'harness/town/serve-town.ts'],
  '@modelcontextprotocol/sdk': [
    'harness/bench-self/bare-replay.ts',
    'harness/bench-self/bench-gateway.ts',
    'harness/gateway/open-gateway.ts',
    'harness/mcp/serve-mcp.ts',
    'harness/servers/mcp-client.ts',
  ],
  ajv: ['harness/adapters/tool-drift.ts'],
  'devtools-protocol': ['harness/browser/cdp.ts', 'harness/browser/record-har.ts'],
  execa: ['harness/site/start-site.ts', 'harness/git/git.ts'],
  'gpt-tokenizer': ['harness/costs/tokenizer.ts'],
  'gray-matter': ['harness/task/read-tasks.ts'],
  recheck: ['harness/task/check-pattern.ts'],
  satori: ['site/data/preview-png.ts'],
  sharp: [
    'harness/browser/capture-picture.ts',
    'harness/browser/screenshot.ts',
    'harness/model/shown-image.ts',
    'site/data/preview-png.ts',
  ],
  'tar-fs': ['harness/chromium/unpack-chromium.ts'],
  typescript: [
    'harness/law/read-imports.ts',
    'harness/law/test-habits.ts',
    'harness/packing/published-types.ts',
    'harness/packing/to-javascript.ts',
  ],
  'virtual:rendered-markdown': ['site/build/markdown.ts', 'site/env.d.ts'],
  yaml: ['harness/task/yaml-document.ts'],
};
