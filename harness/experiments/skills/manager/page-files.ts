import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** By name in the address: the file and its type. Some files are shared with the site. */
const files: Record<string, [file: string, type: string]> = {
  'page.js': ['page/page.js', script],
  'api.js': ['page/api.js', script],
  'elements.js': ['page/elements.js', script],
  'run-view.js': ['page/run-view.js', script],
  'active-view.js': ['page/active-view.js', script],
  'trials-view.js': ['page/trials-view.js', script],
  'trial-means.js': ['page/trial-means.js', script],
  'compare-view.js': ['page/compare-view.js', script],
  'page.css': ['page/page.css', style],
  'tokens.css': ['../../../../site/styles/tokens.css', style],
  'base.css': ['../../../../site/styles/base.css', style],
  'layout.css': ['../../../../site/styles/page.css', style],
  'table.css': ['../../../../site/styles/table.css', style],
  'favicon.svg': ['../../../../site/public/favicon.svg', 'image/svg+xml'],
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page at `/bench` and its files at `/manager/`: outside the API, because a browser that opens a page cannot send the
 * token yet. The page contains no data of its own.
 */
export function pageFiles(): Hono {
  const app = new Hono();
  app.get('/bench', async (context) => {
    context.header('Content-Security-Policy', policy);
    return context.html(await read('page/page.html'));
  });
  app.get('/bench/', (context) => context.redirect('/bench'));
  app.get('/manager/:file', async (context, next) => {
    const found = Object.hasOwn(files, context.req.param('file')) ? files[context.req.param('file')] : null;
    if (!found) return next();
    return context.body(await read(found[0]), 200, { 'Content-Type': found[1] });
  });
  return app;
}

function read(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8');
}
