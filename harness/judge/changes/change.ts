import * as z from 'zod';

export type Json = z.core.util.JSONType;

const Row = z.record(z.string(), z.json());
export type Row = z.infer<typeof Row>;

export const Op = z.enum(['added', 'removed', 'changed']);
export type Op = z.infer<typeof Op>;

/** One row of a table that differs from its state at the start of the episode. */
export const Change = z.strictObject({
  table: z.string(),
  /** The row's id. */
  key: z.string(),
  op: Op,
  /** Null for an added row, and for a row left out to save space. */
  before: Row.nullable(),
  /** Null for a removed row, and for a row left out to save space. */
  after: Row.nullable(),
});
export type Change = z.infer<typeof Change>;

/** `orders 1042 removed` */
export function nameOfChange({ table, key, op }: Pick<Change, 'table' | 'key' | 'op'>): string {
  return `${table} ${key} ${op}`;
}

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, at) => isEqual(each, b[at]))
    );
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}
