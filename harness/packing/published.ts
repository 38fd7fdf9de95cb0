/** What others import, members of `harness/package/`; the first is the package itself. */
const modules = ['config', 'host', 'judge', 'results', 'schemas', 'template'] as const;

const at = (name: (typeof modules)[number]) => ({
  types: `./lib/harness/package/${name}.d.ts`,
  default: `./lib/harness/package/${name}.js`,
});

export const published = {
  /** The oldest Node that loads a configuration and hosts in TypeScript; `harness/contract-bench.mjs` asks for it. */
  node: '22.18',
  bin: 'lib/harness/contract-bench.mjs',
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
