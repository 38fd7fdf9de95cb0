import { fileURLToPath } from 'node:url';
import { defineConfig, logHandlers } from 'astro/config';
import { buildThread } from './site/build/build-thread.ts';
import { renderedMarkdown } from './site/build/rendered-markdown.ts';
import { directives } from './site/words/policy.ts';

// A site that is served below a folder needs its base in every link; SITE_URL is only for absolute addresses.
const { SITE_URL, BASE_PATH = '/' } = process.env;

/** In place of a line for each of thousands of pages, which takes a tenth of the time of rendering them. */
const oneLine = {
  name: 'one-line',
  hooks: {
    'astro:build:done': ({ dir, pages }) =>
      process.stdout.write(`${pages.length} pages in ${fileURLToPath(dir)}\n`),
  },
};
const building = process.argv.includes('build');

export default defineConfig({
  ...(SITE_URL ? { site: SITE_URL } : {}),
  base: BASE_PATH,
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  trailingSlash: 'always',
  compressHTML: true,
  // More than one at a time, for writing a file is waiting.
  build: { format: 'directory', concurrency: 8, assets: 'assets', inlineStylesheets: 'never' },
  integrations: [buildThread(), renderedMarkdown(), oneLine],
  logger: logHandlers.node({ level: building ? 'warn' : 'info' }),
  // Its colours would be inline styles, which the policy forbids.
  markdown: { syntaxHighlight: false },
  // A script that every page has is fetched once, and not written into each.
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
  security: {
    csp: {
      directives,
    },
  },
});
