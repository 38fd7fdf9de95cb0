import { UserError } from '../../../platform/errors/user-error.ts';
import { writeAtomically } from '../../../platform/files/write-atomically.ts';
import { readCheckout } from '../../../platform/git/checkout.ts';
import { align } from '../../../platform/words/columns.ts';
import {
  type RightEndsRecord,
  readRightEndsRecord,
  rightEndsFile,
} from '../../../results/records/audit-record.ts';
import { type PlayOptions, playRightEnds } from './play-right-ends.ts';
import { readRightEnds } from './read-right-ends.ts';
import { type NotBelieved, type RightEndsTable, rightEndsTable } from './right-ends-table.ts';

export type RightEndsOptions = PlayOptions & {
  taskIds: readonly string[];
  /** Stores what was found. */
  write: boolean;
  /** Compares what was found with what is stored. */
  check: boolean;
};

/** Of all right ends, this share may be refused, and none that is natural or called a forgery. */
const maxRefused = 0.02;

/** Plays the right end states; `ok` is false where too many are refused, or one that must not be. Throws `UserError`. */
export async function rightEnds(
  { taskIds, write, check, ...options }: RightEndsOptions,
  circumstances: Parameters<typeof playRightEnds>[2],
): Promise<{ lines: string[]; ok: boolean; table: RightEndsTable }> {
  if (write && taskIds.length > 0)
    throw new UserError('--write: what is stored is of all tasks; leave --task out');
  const { project } = options;
  const ends = await readRightEnds(project, taskIds);
  const table = rightEndsTable(await playRightEnds(ends, options, circumstances));
  const record: RightEndsRecord = {
    schema: 'contract-bench.right-ends.v1',
    sha: (await readCheckout(project, null, circumstances.env)).sha,
    at: new Date().toISOString(),
    tasks: table.rows.slice(0, -1),
    refused: table.refused,
  };
  const stale = check ? differences(record, readRightEndsRecord(project.results)) : [];
  if (write) writeAtomically(rightEndsFile(project.results), `${JSON.stringify(record, null, 1)}\n`);
  const lines = [
    ...align([
      ['task', 'right ends', 'believed'],
      ...table.rows.map(({ task, played, believed }) => [task, String(played), String(believed)]),
    ]),
    '',
    ...listed('refused ', table.refused),
    ...listed('broken  ', table.broken),
    ...listed('unsteady', table.unsteady),
    ...stale,
  ];
  return { lines, ok: isWithinLimits(table) && stale.length === 0, table };
}

function differences({ tasks }: RightEndsRecord, stored: RightEndsRecord): string[] {
  return tasks.flatMap(({ task, played, believed }) => {
    const old = stored.tasks.find((each) => each.task === task);
    return old?.played === played && old.believed === believed
      ? []
      : [
          `${task}: ${believed} of ${played} believed; stored is ${old ? `${old.believed} of ${old.played}` : 'nothing'}`,
        ];
  });
}

function isWithinLimits({ rows, refused, broken, unsteady }: RightEndsTable): boolean {
  const played = rows.at(-1)?.played ?? 0;
  return (
    refused.length <= maxRefused * played &&
    !refused.some(({ natural, why }) => natural || why.includes('tampered')) &&
    broken.length + unsteady.length === 0
  );
}

const listed = (what: string, those: readonly NotBelieved[]) =>
  those.map(({ id, why, natural }) => `${what}  ${id}${natural ? '' : ' (odd)'}: ${why}`);
