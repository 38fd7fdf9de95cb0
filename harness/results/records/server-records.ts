import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';

/** The first fields of every record of a measurement of one server. */
export const serverRecordFields = {
  server: z.strictObject({
    id: z.string(),
    title: z.string(),
    package: z.string().nullable(),
    version: z.string(),
  }),
  browser: z.string(),
  sha: z.string().nullable().describe('The commit of the harness; null outside a checkout.'),
  at: z.iso.datetime(),
};
export type ServerRecord = z.infer<z.ZodObject<typeof serverRecordFields>>;

/** The records of one measurement, sorted by file name; empty if the folder is missing. Throws UserError. */
export function readServerRecords<Schema extends z.ZodType>(
  results: string,
  folder: string,
  schema: Schema,
): z.infer<Schema>[] {
  const below = path.join(results, folder);
  if (!existsSync(below)) return [];
  const names = readdirSync(below).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readJson(path.join(below, name), schema));
}
