/** Rows in insertion order. A row is replaced as a whole and never mutated. */
export type Table<R extends { readonly id: string }> = {
  /** The same array until a row is put or removed. */
  all(): readonly R[];
  get(id: string): R | undefined;
  /** Adds a row, or replaces the row with its id. */
  put(row: R): void;
  remove(id: string): void;
};

export function tableOf<R extends { readonly id: string }>(initial: readonly R[]): Table<R> {
  const rows = new Map<string, R>();
  for (const row of initial) rows.set(row.id, row);
  let list: readonly R[] | null = null;
  return {
    all: () => {
      list ??= [...rows.values()];
      return list;
    },
    get: (id) => rows.get(id),
    put: (row) => {
      rows.set(row.id, row);
      list = null;
    },
    remove: (id) => {
      if (rows.delete(id)) list = null;
    },
  };
}
