import type * as z from 'zod';
import { describeIssues } from './describe-issues.ts';
import { oneLine } from './one-line.ts';
import { UserError } from './user-error.ts';

/** The fields that an object at a path may have, in words. */
export type AllowedFields = (path: readonly PropertyKey[]) => string;

/** The most mistakes to report; the first are enough for a file with a long list of them. */
const maxShown = 20;

/** `JSON.parse` takes any number of levels, `JSON.stringify` fails at a few thousand. A page's elements are at most 512 deep. */
export const deepestJson = 1200;

/** A text as JSON, or the error on one line: `invalid JSON (Unexpected end of JSON input)`. */
export function jsonOrWhy(text: string): { value: unknown } | { why: string } {
  try {
    // An editor may have put a byte order mark there.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isDeeper(value, deepestJson)
      ? { why: `JSON of more than ${deepestJson} levels; expected fewer` }
      : { value };
  } catch (error) {
    // It quotes the text around the fault, line breaks and all.
    return { why: `invalid JSON (${oneLine(error instanceof Error ? error.message : String(error))})` };
  }
}

/** Whether objects and lists within one another are of more than so many levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) if (isDeeper(child, levels - 1)) return true;
  return false;
}

/** A text as JSON; undefined, which no JSON is, for an invalid one. */
export function jsonOrUndefined(text: string): unknown {
  const parsed = jsonOrWhy(text);
  return 'value' in parsed ? parsed.value : undefined;
}

/** `who` starts each message: a file, or the flag that names it. Throws `UserError` with one line per fault. */
export function parseJson<T extends z.ZodType>(
  who: string,
  schema: T,
  text: string,
  allowed?: AllowedFields,
): z.infer<T> {
  const parsed = jsonOrWhy(text);
  if ('why' in parsed) throw new UserError(`${who}: ${parsed.why}`);
  return parseAs(who, schema, parsed.value, allowed);
}

/** The same for a parsed value. */
export function parseAs<T extends z.ZodType>(
  who: string,
  schema: T,
  value: unknown,
  allowed?: AllowedFields,
): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = describeIssues(who, parsed.error, { value, ...(allowed && { allowed }) });
  const more = lines.length > maxShown ? [`${who}: and ${lines.length - maxShown} more`] : [];
  throw new UserError([...lines.slice(0, maxShown), ...more].join('\n'));
}

/**
 * A value as JSON that strict parsers accept too: half of a surrogate pair, as at the end of a cut text, becomes U+FFFD.
 * Throws if the value has no JSON form.
 */
export function wellFormedJson(value: unknown, indent?: number): string {
  // What is whole is never escaped: an escape that stands for a surrogate is half of a pair.
  return JSON.stringify(value, null, indent).replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (found, half) =>
    half ? '\ufffd' : found,
  );
}
