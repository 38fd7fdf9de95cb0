import { defineConfig } from 'astro/config';

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
  build: { format: 'directory', assets: 'assets', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // Highlighting writes style attributes, which the policy below forbids.
  markdown: { syntaxHighlight: false },
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
