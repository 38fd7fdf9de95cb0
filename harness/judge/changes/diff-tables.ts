import { type Change, isEqual, type Row } from './change.ts';

type Rows = readonly ({ readonly id: string } & object)[];
type Tables = Readonly<Record<string, Rows>>;

/**
 * The changes between two states, by table and row. Rows that are the same object are skipped, so a state of 10,000
 * rows costs one walk over them. Throws if two rows of a table have the same id.
 */
export function diffTables(before: Tables, after: Tables): Change[] {
  const tables = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...tables].sort().flatMap((table) => {
    const [old, now] = [before[table] ?? [], after[table] ?? []];
    return old === now ? [] : diffRows(table, old, now);
  });
}

function diffRows(table: string, before: Rows, after: Rows): Change[] {
  const changes: Change[] = [];
  const compare = (was: Rows[number], is: Rows[number]) => {
    const [old, now] = [was as Row, is as Row]; // rows are JSON, read-only
    if (was !== is && !isEqual(old, now))
      changes.push({ table, key: was.id, op: 'changed', before: old, after: now });
  };
  const { old, now } = outOfStep(before, after, compare);
  const moved = byId(table, now);
  for (const [id, row] of byId(table, old)) {
    const left = moved.get(id);
    if (left) compare(row, left);
    else changes.push({ table, key: id, op: 'removed', before: row as Row, after: null });
  }
  const known = now.length === 0 ? null : byId(table, before);
  for (const [id, row] of moved)
    if (!known?.has(id)) changes.push({ table, key: id, op: 'added', before: null, after: row as Row });
  if (now.length > 0) byId(table, after);
  return changes;
}

/** Walks both lists side by side and compares the rows at the same place; returns the rows that do not line up. */
function outOfStep(
  before: Rows,
  after: Rows,
  compare: (was: Rows[number], is: Rows[number]) => void,
): { old: Rows[number][]; now: Rows[number][] } {
  const old: Rows[number][] = [];
  const now: Rows[number][] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [was, is] = [before[i], after[j]];
    if (!was || !is) break;
    const isRemoved = was.id !== is.id && before[i + 1] === is;
    const isAdded = was.id !== is.id && !isRemoved && was === after[j + 1];
    if (was.id === is.id) compare(was, is);
    else {
      if (!isAdded) old.push(was);
      if (!isRemoved) now.push(is);
    }
    if (!isAdded) i += 1;
    if (!isRemoved) j += 1;
  }
  return { old: [...old, ...before.slice(i)], now: [...now, ...after.slice(j)] };
}

function byId(table: string, rows: Rows): Map<string, Rows[number]> {
  const found = new Map<string, Rows[number]>();
  for (const row of rows) found.set(row.id, row);
  if (found.size < rows.length) throw new Error(`the table ${table} has two rows with one id`);
  return found;
}
