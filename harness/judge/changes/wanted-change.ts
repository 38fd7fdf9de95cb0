import * as z from 'zod';
import type { Match } from '../patterns/match.ts';
import { type Change, isEqual, type Json, Op, type Row } from './change.ts';
import { fits, patternsIn, problemOf } from './wanted-value.ts';

const Value = z.json().superRefine((value, context) => {
  const problem = problemOf(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});
const Fields = z.record(z.string().min(1), Value);
const maxChanges = 32;

/** A change that a contract lists: one of `added`, `removed`, `changed`, with what it asks of the fields. */
export const WantedChange = z
  .strictObject({
    table: z.string('must be a string').min(1, 'must not be empty'),
    /** The row's id; left out where any row will do. */
    key: z.string('must be a string').min(1, 'must not be empty').optional(),
    added: Fields.optional(),
    removed: Fields.optional(),
    changed: Fields.optional(),
  })
  .superRefine((change, context) => {
    const ops = Op.options.filter((op) => change[op] !== undefined);
    if (ops.length === 1) return;
    context.addIssue({ code: 'custom', message: `must have one of ${Op.options.join(', ')}` });
  });
export type WantedChange = z.infer<typeof WantedChange>;

export const WantedChanges = z
  .array(WantedChange, 'must be an array of changes')
  .max(maxChanges, `must list at most ${maxChanges} changes`);

export function opOf(wanted: WantedChange): Op {
  return Op.options.find((op) => wanted[op] !== undefined) ?? 'changed';
}

export function fieldsOf(wanted: WantedChange): Record<string, Json> {
  return wanted.added ?? wanted.removed ?? wanted.changed ?? {};
}

/**
 * Of a changed row every field that became another must be among those asked for; of one that was added or removed
 * what is not asked for may be anything.
 */
export function isWanted(wanted: WantedChange, change: Change, match: Match): boolean {
  const { table, key, op, before, after } = change;
  if (wanted.table !== table || opOf(wanted) !== op) return false;
  if (wanted.key !== undefined && wanted.key !== key) return false;
  const row = op === 'removed' ? before : after;
  if (row === null || (op === 'changed' && before === null)) return false;
  const fields = fieldsOf(wanted);
  if (op === 'changed' && !differing(before ?? {}, row).every((field) => Object.hasOwn(fields, field)))
    return false;
  return Object.entries(fields).every(([field, value]) => fits(value, own(row, field), match));
}

export function differing(before: Row, after: Row): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => !isEqual(own(before, field), own(after, field)));
}

function own(row: Row, field: string): Json | undefined {
  return Object.hasOwn(row, field) ? row[field] : undefined;
}

export function patternsOf(changes: readonly WantedChange[]): string[] {
  return changes.flatMap((each) => Object.values(fieldsOf(each)).flatMap(patternsIn));
}

/** `orders B-104 changed {"onHand":3}` */
export function nameOfWanted(wanted: WantedChange): string {
  const key = wanted.key === undefined ? '' : ` ${wanted.key}`;
  return `${wanted.table}${key} ${opOf(wanted)} ${JSON.stringify(fieldsOf(wanted))}`;
}
