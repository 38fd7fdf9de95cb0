/** What others import, by where it lies in the repository; the first is the package itself. */
const modules = {
  config: 'harness/cli/package/config',
  host: 'tasks/web/host-api',
  judge: 'harness/cli/package/judge',
  results: 'harness/cli/package/results',
  schemas: 'harness/cli/package/schemas',
  template: 'harness/cli/package/template',
} as const;

const at = (name: keyof typeof modules) => ({
  types: `./lib/${modules[name]}.d.ts`,
  default: `./lib/${modules[name]}.js`,
});

export const published = {
  /** The oldest Node that loads a configuration and hosts in TypeScript; `harness/cli/bin.mjs` asks for it. */
  node: '22.18',
  bin: 'lib/harness/cli/bin.mjs',
  modules,
  exports: {
    '.': at('config'),
    './host': at('host'),
    './judge': at('judge'),
    './results': at('results'),
    './schemas': at('schemas'),
    './template': at('template'),
    './schemas/*.json': './lib/docs/schemas/*.json',
    './package.json': './package.json',
  },
} as const;
