import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { type AllowedFields, parseAs } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { importModule } from '../../platform/import-module.ts';

const fileNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((end) => `contract-bench.config.${end}`);

/** The configuration of the nearest folder from here up; null where none has one. Throws `UserError` for a folder with two. */
export function findConfig(folder: string): string | null {
  const found = fileNames.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  if (found.length > 1) throw new UserError(`${found.join(', ')}: found ${found.length}; allowed is one`);
  const parent = path.dirname(folder);
  return found[0] ?? (parent === folder ? null : findConfig(parent));
}

/** Throws `UserError` with every mistake at once, each with file and field. */
export async function readConfig<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  allowed: AllowedFields,
): Promise<z.infer<Schema>> {
  return file.endsWith('.json')
    ? readJson(file, schema, { allowed })
    : parseAs(file, schema, await imported(file), allowed);
}

async function imported(file: string): Promise<unknown> {
  // A module is an object, whatever it exports.
  const module = (await importModule(file).catch((error: Error) => {
    throw new UserError(`${file}: cannot be loaded: ${error.name}: ${error.message}`);
  })) as { default?: unknown };
  if (module.default === undefined)
    throw new UserError(`${file}: found no default export; allowed is export default defineConfig({ ... })`);
  return module.default;
}
