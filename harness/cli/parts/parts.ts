/** Optional dependencies: most users never need them, and install them on demand. */
export type Part = {
  /** In words that follow "needs". */
  what: string;
  /** Their versions are those of package.json; the published package names them as optional peers. */
  packages: readonly string[];
};

export const parts = {
  site: {
    what: 'the tools that build a site',
    packages: ['@fontsource/inter', 'astro', 'chart.js', 'minisearch', 'satori'],
  },
  queue: { what: 'the clients of a queue', packages: ['bullmq', 'ioredis'] },
  tokens: { what: 'a tokenizer', packages: ['gpt-tokenizer'] },
} as const satisfies Readonly<Record<string, Part>>;

export type PartId = keyof typeof parts;
