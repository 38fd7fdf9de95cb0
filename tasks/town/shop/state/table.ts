/** Rows in the order in which they came. A row is replaced whole and never changed in place. */
export type Table<R extends { readonly id: string }> = {
  /** The same list until a row is put or removed. */
  all(): readonly R[];
  get(id: string): R | undefined;
  /** A new row, or another in place of the one with its id. */
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
