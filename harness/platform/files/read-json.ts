import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { type AllowedFields, parseJson } from '../errors/json.ts';
import { UserError } from '../errors/user-error.ts';

/**
 * A JSON file that a schema describes. `who` is what a fault is named after where a flag or a command names the file, as in
 * `--agent mine.json`. Throws `UserError` with a line for each fault: file, field, what was found and what is allowed.
 */
export function readJson<T extends z.ZodType>(
  file: string,
  schema: T,
  { who = file, allowed }: { who?: string; allowed?: AllowedFields } = {},
): z.infer<T> {
  return parseJson(who, schema, readText(file, who), allowed);
}

/** Throws `UserError` for a file that cannot be read. */
export function readText(file: string, who = file): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Node gives each error of a file its code.
    throw new UserError(`${who}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
