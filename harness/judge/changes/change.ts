import * as z from 'zod';

export type Json = z.core.util.JSONType;

const Row = z.record(z.string(), z.json());
export type Row = z.infer<typeof Row>;

export const Op = z.enum(['added', 'removed', 'changed']);
export type Op = z.infer<typeof Op>;

/** One row of a table that is not what it was when the episode began. */
export const Change = z.strictObject({
  table: z.string(),
  /** The row's id. */
  key: z.string(),
  op: Op,
  /** Null of a row that was added, and where it was left out for want of room. */
  before: Row.nullable(),
  /** Null of a row that was removed, and where it was left out for want of room. */
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
