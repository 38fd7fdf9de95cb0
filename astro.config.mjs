import { defineConfig } from 'astro/config';
import { commitFiles } from './site/data/commit-files.ts';
import { renderedMarkdown } from './site/rendered-markdown.ts';

// A site that is served below a folder needs its base in every link; SITE_URL is only for absolute addresses.
const { SITE_URL, BASE_PATH = '/' } = process.env;

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
  integrations: [commitFiles(), renderedMarkdown()],
  devToolbar: { enabled: false },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ],
    },
  },
});
