import * as z from 'zod';
import { tidy } from './tidy.ts';
import { date } from './types/date.ts';
import { number } from './types/number.ts';
import { string } from './types/string.ts';
import { time } from './types/time.ts';

const Typed = z.strictObject({ type: z.enum(['date', 'time']), value: z.string() });
const Item = z.union(
  [z.string().min(1), z.number(), Typed],
  'must be a text, a number, or a date or time by type',
);
type Item = z.infer<typeof Item>;

/** The value of a list or a set. Texts are compared as texts and numbers as numbers. */
export const Items = z
  .array(Item, 'must be an array')
  .min(1, 'must hold at least one item')
  .max(50, 'must hold at most 50 items')
  .superRefine((items, context) => {
    for (const [at, item] of items.entries()) {
      if (typeof item !== 'object') continue;
      const parsed = { date, time }[item.type].value.safeParse(item.value);
      const message = parsed.error?.issues[0]?.message;
      if (message) context.addIssue({ code: 'custom', path: [at, 'value'], message });
    }
  });
export type Items = z.infer<typeof Items>;

export function isItem(said: string, item: Item): boolean {
  if (typeof item === 'number') return number.isSaid(said, item);
  if (typeof item === 'string') return string.isSaid(said, item);
  return { date, time }[item.type].isSaid(said, item.value);
}

/** The items of an answer. A single wanted item may fill the whole line, whatever separators the line holds. */
export function itemsSaid(said: string, wanted: Items): string[] {
  const [only] = wanted;
  return wanted.length === 1 && only !== undefined && isItem(said, only) ? [said] : readItems(said);
}

export function sayItems(items: Items): string {
  return items.map(sayItem).join('; ');
}

export function sayItem(item: Item): string {
  if (typeof item === 'number') return number.say(item);
  return typeof item === 'string' ? item : item.value;
}

/** Wrong answers: one item left out, and one item too many, as in a list of all candidates. */
export function missedItems(items: Items): string[] {
  const said = items.map(sayItem);
  return [...(said.length > 1 ? [said.slice(1).join('; ')] : []), [...said, 'one more'].join('; ')];
}

/**
 * The items of a written list: a JSON array, else one item a line (leading numbers and bullets are dropped), else
 * separated by semicolons, else by commas. A comma with a space after it takes precedence over one without, so that
 * `1,200, 3,400` is two items.
 */
function readItems(said: string): string[] {
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
