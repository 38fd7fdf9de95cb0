import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

let areModules = false;

/**
 * Imports a file that a user wrote. Their TypeScript is a module, whatever the nearest package.json says: that which
 * `npm init` writes says CommonJS. Rejects as `import()` does.
 */
export async function importModule(file: string): Promise<unknown> {
  if (!areModules && file.endsWith('.ts')) {
    areModules = true;
    takeForModules();
  }
  return import(pathToFileURL(path.resolve(file)).href);
}

function takeForModules(): void {
  registerHooks({
    load: (url, context, next) =>
      context.format === 'commonjs-typescript'
        ? next(url, { ...context, format: 'module-typescript' })
        : next(url, context),
  });
}
