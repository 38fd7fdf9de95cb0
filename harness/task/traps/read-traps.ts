import path from 'node:path';
import * as z from 'zod';
import { digest } from '../../platform/digest.ts';
import { fieldIssues } from '../../platform/errors/describe-issues.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { importModule } from '../../platform/import-module.ts';
import { TrapData } from './trap-data.ts';

/** The folder `tasks` of this repository or package: the traps are the same for every project. */
const tasks = path.join(import.meta.dirname, '..', '..', '..', 'tasks');

/** The folder of the host that serves the pages of traps. */
export const trapWebRoot = path.join(tasks, 'web');

/**
 * Raise it if the same page, call and answer get another verdict, or if the host changes. It is a part of the edition,
 * because results of different rules must not be compared.
 */
const rules = 1;

export type Traps = { traps: readonly TrapData[]; editionSha256: string };

/** All traps in their order, and the digest of their pages and calls. Throws `UserError` if one is invalid. */
export async function readTraps(): Promise<Traps> {
  const file = path.join(tasks, 'traps', `index${path.extname(import.meta.filename)}`);
  const parsed = z.object({ traps: z.array(TrapData).min(1) }).safeParse(await importModule(file));
  if (!parsed.success) {
    const [issue] = fieldIssues(parsed.error, { value: null });
    throw new UserError(`${file}: ${issue?.field}: ${issue?.message}`);
  }
  const { traps } = parsed.data;
  return { traps, editionSha256: digest({ rules, traps }) };
}
