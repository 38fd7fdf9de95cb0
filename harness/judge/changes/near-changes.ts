import type { Match } from '../patterns/match.ts';
import { type Change, type Json, nameOfChange, type Row } from './change.ts';
import { type CompareOptions, type Comparison, compareChanges } from './compare-changes.ts';
import {
  askedIn,
  fieldsOf,
  missesOf,
  nameOfWanted,
  opOf,
  sampleOf,
  Undecided,
  type WantedChange,
} from './wanted-change.ts';

type RejectedEnd = { name: string; changes: Change[] };

/** Rejected lists of changes: each is wrong in one respect. Empty if the given changes do not satisfy the clause. */
export function nearChanges(
  wanted: readonly WantedChange[],
  changes: readonly Change[],
  options: CompareOptions,
): RejectedEnd[] {
  const compared = compare(wanted, changes, options);
  if (compared === null) return [];
  const one = (name: string, change: Change, instead: Change[]): RejectedEnd => ({
    name,
    changes: changes.flatMap((each) => (each === change ? instead : [each])),
  });
  const near = compared.pairs.flatMap(({ wanted: asked, change }, index) => {
    if (change === null) return [];
    const name = `change ${index + 1}`;
    const other = { ...change, key: `${change.key}-2` };
    return [
      one(`${name} left out`, change, []),
      one(`${name} doubled`, change, [change, other]),
      ...(asked.key === undefined ? [] : [one(`${name} in another row`, change, [other])]),
      ...(change.op === 'changed'
        ? [one(`${name} and a field more`, change, [withField(change, unasked, true)])]
        : []),
      ...Object.entries(fieldsOf(asked)).flatMap(([field, value]) => {
        const [miss] = missesOf(value, rowOf(change)?.[field] ?? null, options.match);
        return miss === undefined
          ? []
          : [one(`${name}: ${field} off`, change, [withField(change, field, miss)])];
      }),
    ];
  });
  const tables = new Set([...wanted.map(({ table }) => table), ...(options.ignoreAdded ?? []), unasked]);
  return [
    ...near,
    ...[...tables]
      .filter((table) => !options.ignore.includes(table))
      .map((table) => ({ name: `a row of ${table} removed besides`, changes: [...changes, besides(table)] })),
  ];
}

const unasked = 'unasked';

function besides(table: string): Change {
  return { table, key: unasked, op: 'removed', before: { id: unasked }, after: null };
}

function compare(...args: Parameters<typeof compareChanges>): Comparison | null {
  try {
    const compared = compareChanges(...args);
    const holds = compared.unexpected.length === 0 && compared.pairs.every(({ change }) => change !== null);
    return holds ? compared : null;
  } catch (error) {
    if (error instanceof Undecided) return null;
    throw error;
  }
}

function rowOf({ op, before, after }: Change): Row | null {
  return op === 'removed' ? before : after;
}

function withField(change: Change, field: string, value: Json): Change {
  const side = change.op === 'removed' ? 'before' : 'after';
  return { ...change, [side]: { ...change[side], [field]: value } };
}

/** Weaker lists of changes: a field with any value, or any row. */
export function weakerChanges(wanted: readonly WantedChange[]): { name: string; changes: WantedChange[] }[] {
  return wanted.flatMap((asked, at) => {
    const instead = (name: string, weaker: WantedChange) => ({
      name: `change ${at + 1}: ${name}`,
      changes: wanted.with(at, weaker),
    });
    const { key, ...anyRow } = asked;
    const op = opOf(asked);
    const fields = fieldsOf(asked);
    return [
      ...(key === undefined ? [] : [instead('any row', anyRow)]),
      ...Object.entries(fields)
        .filter(([, value]) => !('any' in (askedIn(value) ?? {})))
        .map(([field]) => instead(`any ${field}`, { ...asked, [op]: { ...fields, [field]: { any: true } } })),
    ];
  });
}

/** Changes that satisfy the wanted list exactly; null if a value could not be constructed. */
export function sampleChanges(wanted: readonly WantedChange[], match: Match): Change[] | null {
  const made = wanted.map((asked, at): Change | null => {
    const fields = Object.entries(fieldsOf(asked)).map(
      ([field, value]) => [field, sampleOf(value, match)] as const,
    );
    if (fields.some(([, value]) => value === undefined)) return null;
    const key = asked.key ?? `made-${at + 1}`;
    const row: Row = {
      id: key,
      ...Object.fromEntries(fields.map(([field, value]) => [field, value ?? null])),
    };
    const op = opOf(asked);
    const change = { table: asked.table, key, op };
    if (op === 'removed') return { ...change, before: row, after: null };
    return { ...change, before: op === 'added' ? null : beforeOf(row, fieldsOf(asked)), after: row };
  });
  return made.includes(null) ? null : made.flatMap((change) => change ?? []);
}

/** The row before the change: it differs in each wanted field. */
function beforeOf(row: Row, fields: Record<string, Json>): Row {
  const others = Object.keys(fields).map((field) => [field, row[field] === null ? 'something' : null]);
  return { ...row, ...Object.fromEntries(others) };
}

/** Texts for a verdict: what is missing, and what is unexpected. */
export function wordsOf({ pairs, unexpected }: Comparison): {
  missing: string | null;
  unexpected: string | null;
} {
  const missing = pairs.find(({ change }) => change === null);
  const [first] = unexpected;
  return {
    missing: missing ? nameOfWanted(missing.wanted) : null,
    unexpected: first ? nameOfChange(first) : null,
  };
}
