import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { count } from '../../platform/words/format.ts';
import { disputeFaults } from '../../results/records/disputed-cells.ts';
import { readDisputes } from '../../results/records/disputes.ts';
import { readReleases } from '../../results/records/read-server-records.ts';
import type { CheckOutcome } from './check-results.ts';

/** Below the root of this repository; other projects have no such list. */
export const disputesFile = path.join('site', 'data', 'disputes.json');

/** The list of disputes against its schema, and each disputed cell against the record of its release. Null without a list. */
export function checkDisputes({ root, results }: Pick<Project, 'root' | 'results'>): CheckOutcome | null {
  const file = path.join(root, disputesFile);
  if (!existsSync(file)) return null;
  try {
    const disputes = readDisputes(file);
    // A record that cannot be read is a mistake of its own. It is read only for a dispute about a cell.
    const releases = disputes.some(({ cell }) => cell !== null) ? readReleases(results) : [];
    return {
      checked: count(disputes.length, 'dispute'),
      mistakes: disputeFaults(disputes, releases).map((fault) => `${file}: ${fault}`),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { checked: 'disputes', mistakes: [error.message] };
  }
}
