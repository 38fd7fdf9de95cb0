import { type Change, isEqual, type Row } from './change.ts';

type Rows = readonly ({ readonly id: string } & object)[];
type Tables = Readonly<Record<string, Rows>>;

/**
 * What became of one state on the way to another, table by table and row by row. Rows that are the same object are not
 * looked into, so a state of 10,000 rows costs as much as a walk over them. Throws for two rows with one id.
 */
export function diffTables(before: Tables, after: Tables): Change[] {
  const tables = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...tables].sort().flatMap((table) => {
    const [old, now] = [before[table] ?? [], after[table] ?? []];
    return old === now ? [] : diffRows(table, old, now);
  });
}

function diffRows(table: string, before: Rows, after: Rows): Change[] {
  const old = byId(table, before);
  const now = byId(table, after);
  const changes: Change[] = [];
  for (const [id, row] of old) {
    const left = now.get(id);
    if (left === row) continue;
    const [was, is] = [row as Row, (left ?? null) as Row | null]; // rows are JSON, read-only
    if (is === null) changes.push({ table, key: id, op: 'removed', before: was, after: null });
    else if (!isEqual(was, is)) changes.push({ table, key: id, op: 'changed', before: was, after: is });
  }
  for (const [id, row] of now)
    if (!old.has(id)) changes.push({ table, key: id, op: 'added', before: null, after: row as Row });
  return changes;
}

function byId(table: string, rows: Rows): Map<string, object> {
  const found = new Map<string, object>();
  for (const row of rows) found.set(row.id, row);
  if (found.size < rows.length) throw new Error(`the table ${table} has two rows with one id`);
  return found;
}
