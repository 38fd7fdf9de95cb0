import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { type Change, nameOfChange } from '../changes/change.ts';
import { type Comparison, compareChanges } from '../changes/compare-changes.ts';
import { nearChanges, sampleChanges, weakerChanges, wordsOf } from '../changes/near-changes.ts';
import { nameOfWanted, patternsOf, Undecided, WantedChanges } from '../changes/wanted-change.ts';
import { words } from '../clause-fields.ts';
import { type Changes, changes, readChanges, readElsewhere } from '../fact-kinds/changes.ts';
import { defineOperator } from './operator.ts';

const tables = () => z.array(words(), 'must be an array of tables');
const Others = z.enum(['unchanged', 'any'], 'must be one of unchanged, any');

/** The site itself reports its state. Pages and agents can write to the state only as visitors of the site. */
export const state = defineOperator({
  kind: 'state',
  vocabulary: 'town',
  summary: 'On a host every listed change happened exactly once, and nothing else changed.',
  passes:
    'each listed change happened exactly once, and no other row of any table was added, removed or changed',
  fields: {
    host: words(),
    changes: WantedChanges,
    ignore: tables().default([]),
    ignoreAdded: tables().optional(),
    others: Others.default('unchanged'),
  },
  notes: {
    changes: 'each with `table`, an optional `key`, and `added`, `removed` or `changed` with its fields',
    ignore: 'tables that may also change; default none',
    ignoreAdded: 'tables that may also gain rows, but not lose or change rows; default none',
    others: '`unchanged`, the default, or `any`; it applies to hosts that no clause names',
  },
  mistake: ({ changes: listed, ignore, ignoreAdded = [] }) => {
    const at = listed.findIndex(
      (each) => ignore.includes(each.table) || (each.added && ignoreAdded.includes(each.table)),
    );
    const message = 'must not be an ignored table';
    return at < 0 ? null : { path: ['changes', at, 'table'], message };
  },
  patternsIn: (clause) => patternsOf(clause.changes),
  facts: [changes],
  evidence: {
    host: z.string(),
    wanted: z.int().nonnegative(),
    happened: z.int().nonnegative(),
    /** The first listed change that did not happen, and the first unlisted change that happened. */
    missing: z.string().nullable(),
    unexpected: z.string().nullable(),
  },
  seenAfterReload: false,
  needs: ({ host }) => [{ changes: host }],
  negative: () => true,
  judge: (clause, facts, match) => {
    const { host, ignore, ignoreAdded, others } = clause;
    const asked = { kind: 'state', host, wanted: clause.changes.length } as const;
    const undecided = (reason: string) =>
      ({ ...asked, outcome: 'inconclusive', happened: 0, missing: null, unexpected: null, reason }) as const;
    const found = readChanges(facts, host);
    if ('reason' in found) return undecided(found.reason);
    const elsewhere = others === 'any' ? { value: [] } : readElsewhere(facts);
    if ('reason' in elsewhere) return undecided(elsewhere.reason);
    let compared: Comparison;
    try {
      compared = compareChanges(clause.changes, found.value, { ignore, ignoreAdded, match });
    } catch (error) {
      if (error instanceof Undecided) return undecided(error.message);
      throw error;
    }
    const { missing, unexpected } = wordsOf(compared);
    const [first] = elsewhere.value;
    const other = unexpected ?? (first ? `${nameOfChange(first)} on ${first.host}` : null);
    return {
      ...asked,
      outcome: missing === null && other === null ? 'passed' : 'failed',
      happened: compared.pairs.filter(({ change }) => change !== null).length,
      missing: missing === null ? null : clip(missing, 240),
      unexpected: other === null ? null : clip(other, 240),
    };
  },
  wanted: ({ host, changes: listed, others }) => {
    const what = listed.length === 1 ? 'this change' : `these ${listed.length} changes`;
    const on = listed.length === 0 ? `nothing changed on ${host}` : `${what} on ${host}, no other`;
    return others === 'any' ? on : `${on}, and none on a host that no clause names`;
  },
  listed: (clause) => clause.changes.map(nameOfWanted),
  observed: ({ wanted, happened, missing, unexpected }) => {
    const said = [
      ...(missing === null ? [] : [`missing: ${clip(missing, unexpected === null ? 140 : 70)}`]),
      ...(unexpected === null ? [] : [`unexpected: ${clip(unexpected, missing === null ? 140 : 65)}`]),
    ];
    return said.join('; ') || `${happened} of ${wanted} changes, and no other`;
  },
  weakened: (clause) => {
    const looked = new Set([...clause.changes.map(({ table }) => table), ...(clause.ignoreAdded ?? [])]);
    return [
      ...weakerChanges(clause.changes).map(({ name, changes: weaker }) => ({
        name,
        clause: { ...clause, changes: weaker },
      })),
      ...[...looked].map((table) => ({
        name: `${table} not looked at`,
        clause: {
          ...clause,
          changes: clause.changes.filter((each) => each.table !== table),
          ignore: [...clause.ignore, table],
        },
      })),
      ...(clause.others === 'any'
        ? []
        : [{ name: 'other hosts not looked at', clause: { ...clause, others: 'any' as const } }]),
    ];
  },
  broken: ({ host, changes: wanted, ignore, ignoreAdded, others }, facts, match) => {
    const found = readChanges(facts, host);
    if ('reason' in found) return [];
    const near = nearChanges(wanted, found.value, { ignore, ignoreAdded, match }).map(
      ({ name, changes: listed }) => ({
        name,
        change: withChanges(facts, host, listed),
      }),
    );
    const elsewhere = [{ host: 'elsewhere.test', table: 'notes', key: '1', op: 'added' as const }];
    return others === 'any' ? near : [...near, { name: 'a change elsewhere', change: { elsewhere } }];
  },
  held: ({ host, changes: wanted }, facts, match) => {
    const made = sampleChanges(wanted, match);
    return made === null ? [] : [{ ...withChanges(facts, host, made), elsewhere: [] }];
  },
  forged: ({ host, changes: wanted }, match) => ({
    rows: (sampleChanges(wanted, match) ?? []).flatMap(({ table, after }) =>
      after === null ? [] : [{ host, table, row: after }],
    ),
  }),
  drawn: {
    host: ['shop.test', 'constructor'],
    changes: [
      [],
      [{ table: 'orders', added: { total: 4180 } }],
      [{ table: 'stock', key: 'b-104', changed: { onHand: { any: true } } }],
      [{ table: 'orders', removed: { note: { pattern: '^gift' } } }],
    ],
    ignore: [[], ['drafts']],
    ignoreAdded: [[], ['reads']],
    others: Others.options,
  },
  holds: [
    {
      host: 'shop.test',
      changes: [
        { table: 'orders', added: { total: 4180, lines: { matches: [{ sku: 'b-104', qty: 2 }] } } },
        { table: 'stock', key: 'b-104', changed: { onHand: 3 } },
      ],
      ignore: ['drafts'],
    },
    {
      changes: {
        'shop.test': {
          changes: [
            {
              table: 'orders',
              key: '1042',
              op: 'added',
              before: null,
              after: { id: '1042', total: 4180, lines: [{ sku: 'b-104', qty: 2, price: 2090 }] },
            },
            {
              table: 'stock',
              key: 'b-104',
              op: 'changed',
              before: { id: 'b-104', onHand: 5 },
              after: { id: 'b-104', onHand: 3 },
            },
          ],
          leftOut: 0,
        },
      },
      elsewhere: [],
    },
  ],
  fails: [
    { host: 'shop.test', changes: [] },
    {
      changes: {
        'shop.test': {
          changes: [{ table: 'orders', key: '1042', op: 'removed', before: { id: '1042' }, after: null }],
          leftOut: 0,
        },
      },
      elsewhere: [],
    },
  ],
  undecided: [
    { host: 'shop.test', changes: [] },
    { changes: { 'shop.test': { error: 'a request was still open' } } },
  ],
});

function withChanges(facts: Changes, host: string, listed: readonly Change[]): Changes {
  return { changes: { ...facts.changes, [host]: { changes: [...listed], leftOut: 0 } } };
}
