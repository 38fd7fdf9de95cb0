import type * as z from 'zod';

/** One thing that is wrong with a file's fields: which, what was found, what is allowed. */
export type FieldMistake = { path: PropertyKey[]; field: string; message: string };

/**
 * What a schema says against `value`, for a person. `allowed` lists the fields that a file may have at the given path,
 * in words.
 */
export function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  { whole, allowed }: { whole: string; allowed: (path: readonly string[]) => string },
): FieldMistake[] {
  const at = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      field: [...at, key].join('.'),
      message: `unknown field; allowed are ${allowed(at)}`,
    }));
  }
  const found = at.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | null | undefined)?.[key],
    value,
  );
  const shown = found === undefined ? 'nothing' : JSON.stringify(found)?.slice(0, 80);
  return [{ path: issue.path, field: at.join('.') || whole, message: `${issue.message}; found ${shown}` }];
}
