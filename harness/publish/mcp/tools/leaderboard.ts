import * as z from 'zod';
import { RunKind } from '../../../results/records/run-identity.ts';
import type { Shelf } from '../open-stock.ts';
import { defineTool, pageFields, pageOf } from './tool.ts';

export const leaderboard = defineTool({
  name: 'leaderboard',
  title: 'Leaderboard',
  description:
    'The rows of the leaderboard, with the numbers of leaderboard.json. Only rows with the same comparabilityKey are comparable: ' +
    'the rows of one group. rank and rankTo are the best and worst possible rank of a row; rows with overlapping ranks do not differ significantly.',
  input: {
    suite: z.string().optional().describe('only this suite'),
    kind: RunKind.optional().describe('only rows of this kind'),
    superseded: z.boolean().default(false).describe('also groups that a newer group replaced'),
    ...pageFields,
  },
  tell: async ({ suite, kind, superseded, ...page }, stock) => {
    const { groups, synthetic } = await stock.read();
    const current = groups.filter((group) => superseded || !group.superseded);
    const asked = current.filter(
      (group) =>
        (suite === undefined || group.suite === suite) && (kind === undefined || group.kind === kind),
    );
    const rows = asked.flatMap((group) =>
      group.rows.map((row) => ({ comparabilityKey: group.comparabilityKey, custom: group.custom, row })),
    );
    const { items, note } = pageOf(rows, page, 'rows');
    const shown = new Set(items.map(keyOf));
    return {
      data: {
        ...(synthetic && { synthetic: true }),
        groups: asked.filter((group) => shown.has(keyOf(group))).map(headOf),
        rows: items,
      },
      notes: [note, ...(rows.length === 0 ? [whatThereIs(current)] : [])],
    };
  },
});

/** Third-party servers from a command line have a group of their own under the same key. */
function keyOf({ comparabilityKey, custom }: Pick<Shelf['groups'][number], 'comparabilityKey' | 'custom'>) {
  return `${comparabilityKey} ${custom}`;
}

function headOf({ rows, ...head }: Shelf['groups'][number]) {
  return { ...head, rows: rows.length };
}

function whatThereIs(groups: Shelf['groups']): string {
  const pairs = [...new Set(groups.map(({ suite, kind }) => `${suite} (${kind})`))].sort();
  return `Available groups: ${pairs.join(', ') || 'none yet'}.`;
}
