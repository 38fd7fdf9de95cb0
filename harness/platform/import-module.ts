import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

let areModules = false;
/** The modules that are being imported: one listener of the process serves all. */
const loading = new Set<{ file: string; giveUp: () => void }>();

/** A module of a user takes milliseconds; a compiler or a slow disk may take seconds. */
const longestLoadMs = 60_000;

/**
 * Imports a file that a user wrote. Their TypeScript is a module, whatever the nearest package.json says: that which
 * `npm init` writes says CommonJS, and of one that says nothing Node would warn. Rejects as `import()` does, and if the module never finishes loading.
 */
export async function importModule(file: string, longestMs = longestLoadMs): Promise<unknown> {
  if (!areModules && file.endsWith('.ts')) {
    areModules = true;
    takeForModules();
  }
  const { promise: neverLoaded, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error('it never finished loading: a top-level await in it does not end'));
  // The loop is empty: no event that a module waits for can come any more.
  if (loading.size === 0) process.once('beforeExit', giveUpAll);
  // Something else may keep the loop alive, be it the module's own timer.
  const limit = setTimeout(giveUp, longestMs).unref();
  const entry = { file, giveUp };
  loading.add(entry);
  try {
    return await Promise.race([import(pathToFileURL(path.resolve(file)).href), neverLoaded]);
  } finally {
    loading.delete(entry);
    clearTimeout(limit);
    if (loading.size === 0) process.off('beforeExit', giveUpAll);
  }
}

function giveUpAll(): void {
  for (const { giveUp } of loading) giveUp();
}

/** The files that are being imported: if the process ends now, one of them ended it. */
export function modulesBeingLoaded(): readonly string[] {
  return [...loading].map(({ file }) => file);
}

function takeForModules(): void {
  registerHooks({
    load: (url, context, next) =>
      context.format === 'commonjs-typescript' || (!context.format && url.endsWith('.ts'))
        ? next(url, { ...context, format: 'module-typescript' })
        : next(url, context),
  });
}
