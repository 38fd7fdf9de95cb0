/** The wings of `harness/`, lowest first: a wing imports itself and those before it. */
export const wings = [
  'platform',
  'judge',
  'web',
  'browser',
  'task',
  'servers',
  'results',
  'agents',
  'run',
  'experiments',
  'publish',
  'cli',
] as const;

/** For tests alone: imports everything, and only tests import it. */
export const forTests = 'harness/testing';

/** The folders beside `harness/`, and the wings that each may import. */
export const beside = {
  site: ['platform', 'judge', 'task', 'servers', 'results', 'publish'],
  tasks: ['web', 'task'],
} as const;

/** Data that any file may import. */
export const data = ['package.json', 'results/references.json'];

export type Never = { from: string; to: string; except?: string };

/** Imports that the order of the wings allows and that are wrong all the same. */
export const never: readonly Never[] = [
  { from: 'harness/task', to: 'harness/browser' },
  { from: 'harness/results', to: 'harness/browser' },
  { from: 'harness/results', to: 'harness/web' },
  { from: 'harness/results', to: 'harness/servers/mcp-client.ts' },
  { from: 'harness/publish', to: 'harness/browser' },
  { from: 'harness/publish', to: 'harness/servers' },
  { from: 'site', to: 'harness/results/store', except: 'site/demo' },
  { from: 'site', to: 'harness/publish/push' },
  { from: 'site', to: 'harness/servers/connect-server.ts' },
  { from: 'site', to: 'harness/servers/mcp-client.ts' },
];

/** No clock, chance, network, process or file, in these files and in all that they load. */
export const pure = [
  'harness/judge',
  'harness/results/score',
  'harness/results/story',
  'harness/results/measures',
  'harness/results/statistics',
  'harness/experiments/audit/mutation',
  'harness/experiments/simulation',
];

/** Built-in modules that compute and touch nothing. */
export const pureBuiltins = ['node:crypto', 'node:path'];

/** Run in a visitor's browser: no built-in module and no schemas (zod is 50 KB), in these files and in all that they load. */
export const inBrowser = ['site/charts', 'site/scripts', 'harness/experiments/skills/manager/page'];

/** Runs there too, and reads events by their schemas: no built-in module. */
export const inBrowserWithSchemas = ['site/viewer'];

/** The only files that import a module whose name is computed. */
export const computed = [
  'harness/platform/import-module.ts',
  // The runtime of local models lies in the cache, not among the dependencies.
  'harness/agents/models/local/runtime/serve-gguf.mjs',
  'harness/experiments/overhead/bare-weights.mjs',
];

/** Every package, and the folders and files that may import it. A package that is not listed is refused. */
export const vendors: Readonly<Record<string, readonly string[]>> = {
  '@agentclientprotocol/sdk': ['harness/agents/external'],
  '@hono/node-server': ['harness/web/serve', 'harness/experiments/skills/manager'],
  '@modelcontextprotocol/sdk': [
    'harness/servers',
    'harness/agents/external/gateway',
    'harness/experiments/overhead',
    'harness/publish/mcp',
  ],
  ajv: ['harness/agents/tool-drift.ts'],
  astro: ['site'],
  bullmq: ['harness/run/queue'],
  'chart.js': ['site/charts'],
  commander: ['harness/cli'],
  'devtools-protocol': ['harness/browser'],
  execa: ['harness/platform/git', 'harness/publish/site'],
  'gpt-tokenizer': ['harness/servers/tokenizer.ts'],
  'gray-matter': ['harness/task'],
  hono: ['tasks', 'site', 'harness/publish', 'harness/experiments/skills/manager'],
  ioredis: ['harness/run/queue'],
  'mime-types': ['harness/web/fixture-sites.ts'],
  minisearch: ['site/scripts'],
  parse5: ['harness/servers/tool-mappings'],
  recheck: ['harness/task/check-pattern.ts'],
  satori: ['site/data'],
  sharp: ['harness/browser', 'harness/agents/models', 'site/data'],
  'tar-fs': ['harness/browser/chromium'],
  typescript: ['harness/cli/packing'],
  'virtual:rendered-markdown': ['site'],
  yaml: ['harness/task'],
  yauzl: ['harness/task/pages'],
  zod: ['harness', 'site'],
};
