import type { Row, Tables } from '../../../harness/web/host-handler.ts';

/** Tables of rows by id. A row is never mutated; an unchanged table stays the same array. */
export type Store<Shape extends Record<string, Row>> = {
  all<Name extends keyof Shape>(table: Name): readonly Shape[Name][];
  get<Name extends keyof Shape>(table: Name, id: string): Shape[Name] | undefined;
  /** Throws if the id is taken. */
  add<Name extends keyof Shape>(table: Name, row: Shape[Name]): void;
  /** If the changed fields are equal to the old ones, the row stays the same object. */
  change<Name extends keyof Shape>(table: Name, id: string, fields: Partial<Shape[Name]>): void;
  remove<Name extends keyof Shape>(table: Name, id: string): void;
  tables(): Tables;
};

export function openStore<Shape extends Record<string, Row>>(
  rows: {
    [Name in keyof Shape]: readonly Shape[Name][];
  },
): Store<Shape> {
  const names: (keyof Shape & string)[] = Object.keys(rows);
  const maps = new Map(names.map((name) => [name, byId(rows[name])]));
  const lists = new Map<keyof Shape, readonly Row[]>();
  const mapOf = <Name extends keyof Shape>(table: Name) => {
    const map = maps.get(table as Name & string);
    if (!map) throw new Error(`no table ${String(table)}`);
    // A table's map holds only that table's rows, which the type of a Map cannot express.
    return map as Map<string, Shape[Name]>;
  };
  const all = <Name extends keyof Shape>(table: Name) => {
    const list = lists.get(table) ?? [...mapOf(table).values()];
    lists.set(table, list);
    return list as readonly Shape[Name][]; // as above
  };
  const put = <Name extends keyof Shape>(table: Name, row: Shape[Name]) => {
    mapOf(table).set(row.id, row);
    lists.delete(table);
  };
  return {
    all,
    get: (table, id) => mapOf(table).get(id),
    add: (table, row) => {
      if (mapOf(table).has(row.id)) throw new Error(`${String(table)} has a row ${row.id} already`);
      put(table, row);
    },
    change: (table, id, fields) => {
      const row = mapOf(table).get(id);
      if (!row) throw new Error(`${String(table)} has no row ${id}`);
      const isSame = Object.entries(fields).every(
        ([field, value]) => JSON.stringify(row[field]) === JSON.stringify(value),
      );
      if (!isSame) put(table, { ...row, ...fields });
    },
    remove: (table, id) => {
      mapOf(table).delete(id);
      lists.delete(table);
    },
    tables: () => Object.fromEntries(names.map((name) => [name, all(name)])),
  };
}

function byId<R extends Row>(rows: readonly R[]): Map<string, R> {
  const found = new Map<string, R>();
  for (const row of rows) found.set(row.id, row);
  return found;
}
