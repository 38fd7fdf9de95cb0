import * as z from 'zod';
import { RunKind } from '../../../results/records/run-identity.ts';
import type { Shelf } from '../open-stock.ts';
import { defineTool, pageFields, pageOf } from './tool.ts';

export const leaderboard = defineTool({
  name: 'leaderboard',
  title: 'Leaderboard',
  description:
    'The rows of the leaderboard, with the numbers of leaderboard.json. Only rows of one comparabilityKey may be compared: ' +
    'those of a group. rank to rankTo are the places that a row may have; rows whose ranks overlap are not told apart.',
  input: {
    suite: z.string().optional().describe('only of this suite'),
    kind: RunKind.optional().describe('only rows that this decided'),
    superseded: z.boolean().default(false).describe('also groups that a newer one took the place of'),
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

/** Servers of somebody's own command line have a group of their own under the same key. */
function keyOf({ comparabilityKey, custom }: Pick<Shelf['groups'][number], 'comparabilityKey' | 'custom'>) {
  return `${comparabilityKey} ${custom}`;
}

function headOf({ rows, ...head }: Shelf['groups'][number]) {
  return { ...head, rows: rows.length };
}

function whatThereIs(groups: Shelf['groups']): string {
  const pairs = [...new Set(groups.map(({ suite, kind }) => `${suite} (${kind})`))].sort();
  return `There are groups of ${pairs.join(', ') || 'nothing yet'}.`;
}
