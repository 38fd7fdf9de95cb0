/**
 * Started by the command `site`, in the folder of a single build: `main.ts build|dev|preview [port]`. Environment variables
 * pass everything else (`settings.ts`).
 */
import path from 'node:path';
import { build, dev, preview } from 'astro';
import { logHandlers } from 'astro/config';
import { settings } from '../../harness/publish/board/settings.ts';

const [mode = 'build', port = '4321'] = process.argv.slice(2);
const root = process.cwd();
const config = {
  root,
  // Astro reads it as a path from the root.
  configFile: path.relative(root, path.join(settings.packageRoot, 'astro.config.mjs')),
  server: { port: Number(port), host: '127.0.0.1' },
  logger: logHandlers.node({ level: mode === 'build' ? 'warn' : 'info' }),
};
try {
  if (mode === 'dev') await dev(config);
  else if (mode === 'preview') await preview(config);
  else await build(config);
} catch (error) {
  // The message of a user error is complete without a stack.
  const isTheirs = error instanceof Error && error.name === 'UserError';
  process.stderr.write(`${error instanceof Error ? (isTheirs ? error.message : error.stack) : error}\n`);
  process.exit(isTheirs ? 2 : 1);
}
