import { clip } from '../../platform/words/format.ts';
import type { Result } from '../records/result.ts';

/** One value that differs from the expected one; `at` is its path, `undefined` stands for a missing field. */
export type Difference = { at: string; found: unknown; wanted: unknown };

/** Every leaf in which two JSON values differ. */
export function differences(found: unknown, wanted: unknown, at = ''): Difference[] {
  if (Object.is(found, wanted)) return [];
  if (!isNode(found) || !isNode(wanted) || Array.isArray(found) !== Array.isArray(wanted))
    return [{ at, found, wanted }];
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])].flatMap((key) =>
    differences(found[key], wanted[key], Array.isArray(found) ? `${at}[${key}]` : at ? `${at}.${key}` : key),
  );
}

/** As `differences`, but clauses of the verdict are named. `found` may be any JSON value. */
export function resultDifferences(found: unknown, wanted: unknown, names: Result['verdict']): Difference[] {
  return differences(found, wanted).map(({ at, ...values }) => ({ at: nameClause(at, names), ...values }));
}

/**
 * A path into a result (`verdict.clauses[1].observed`), with the clause's name in place of its index if it has a name.
 */
export function nameClause(at: string, names: Result['verdict']): string {
  const [, index, field] = /^verdict\.clauses\[(\d+)\]\.?(.*)$/.exec(at) ?? [];
  // The result itself may be invalid.
  const name = index === undefined ? undefined : names?.clauses?.[Number(index)]?.name;
  return name === undefined ? at : `${name}${field ? `: ${field}` : ''}`;
}

/** A value as it is shown in a finding. */
export function show(value: unknown): string {
  return value === undefined ? 'nothing' : clip(JSON.stringify(value), 200);
}

function isNode(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
