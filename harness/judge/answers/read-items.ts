import * as z from 'zod';
import { tidy } from './tidy.ts';

/**
 * What stands in a list as it is said: a JSON array, else one a line (numbers and bullets before them are no part of
 * them), else between semicolons, else between commas. A comma with a space behind it goes before one without, so
 * that `1,200, 3,400` is two.
 */
export function readItems(said: string): string[] {
  const parts = jsonArray(said) ?? said.split(separatorOf(said));
  return parts
    .map((part) => tidy(part.replace(/^\s*(?:[-*\u2022]|\d+[.)]) (?=\S)/, '')))
    .filter((part) => part !== '');
}

function separatorOf(said: string): RegExp {
  return [/\n/, /;/, /, /].find((separator) => separator.test(said)) ?? /,/;
}

function jsonArray(said: string): string[] | null {
  if (!said.startsWith('[')) return null;
  try {
    const parsed = z.array(z.union([z.string(), z.number()])).safeParse(JSON.parse(said));
    return parsed.success ? parsed.data.map(String) : null;
  } catch {
    return null;
  }
}
