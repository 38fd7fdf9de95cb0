import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { describeIssues } from '../../platform/errors/describe-issues.ts';
import { oneLine } from '../../platform/errors/one-line.ts';

/** A file that cannot be read or breaks its schema: names the file and every field at fault. */
export class ResultsFileError extends Error {
  override name = 'ResultsFileError';
}

/** Reads a JSON file that a schema describes. Throws ResultsFileError. */
export function parseJsonFile<T extends z.ZodType>(file: string, schema: T): z.infer<T> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ResultsFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseAs(file, schema, parseJson(file, text));
}

/** `file` is only what a fault is named after. Throws ResultsFileError. */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // It quotes the text around the fault, line breaks and all.
    throw new ResultsFileError(`${file}: ${oneLine(error instanceof Error ? error.message : String(error))}`);
  }
}

/** `file` is only what a fault is named after. Throws ResultsFileError. */
export function parseAs<T extends z.ZodType>(file: string, schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ResultsFileError(describeIssues(file, parsed.error, { value }).join('\n'));
}
