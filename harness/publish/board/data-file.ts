/** Fields of every data file about its build. `asOf`: ISO 8601, null if there is neither a result nor a clock. */
export type Stamp = { asOf: string | null; synthetic?: true };

export function stampOf(nowMs: number | null, synthetic: boolean): Stamp {
  return {
    asOf: nowMs === null ? null : new Date(nowMs).toISOString(),
    ...(synthetic && { synthetic: true }),
  };
}

type Cell = string | number | boolean | null;

/** One table: each column by its name, and how its cell is computed from a record. */
export type Columns<T> = Record<string, (record: T) => Cell>;

/**
 * RFC 4180: a header row, CRLF, quotes if needed. Null is an empty cell, never 0. A text that a spreadsheet would run as a
 * formula (it begins with = + - @, tab or carriage return) is prefixed with an apostrophe. Invented records have one more
 * column, `synthetic`, which is true in every row.
 */
export function csv<T>(columns: Columns<T>, records: readonly T[], { synthetic }: Stamp): string {
  const marked: Columns<T> = synthetic ? { ...columns, synthetic: () => true } : columns;
  const takes = Object.values(marked);
  let text = line(Object.keys(marked));
  for (const record of records) text += line(takes.map((take) => take(record)));
  return text;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
