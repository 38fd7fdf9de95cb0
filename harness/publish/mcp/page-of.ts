import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { formatCount } from '../../platform/words/format.ts';

/** What a list is asked with, in every tool that has one. */
export const pageFields = {
  limit: z.int().min(1).max(100).default(20).describe('how many at most'),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a cursor that an earlier answer named')
    .optional()
    .describe('where to go on, as an earlier answer named it'),
};

type Asked = { limit: number; cursor?: string | undefined };

/** Bytes of JSON that the items of one answer may have together. */
const room = 24_000;

/** As many items as were asked for and have room, one at least, and a sentence that says what was left out. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, cursor }: Asked,
  noun: string,
): { items: Item[]; note: string } {
  const from = cursor === undefined ? 0 : Number(cursor);
  if (from > 0 && from >= items.length)
    throw new UserError(`cursor: found "${cursor}"; allowed is 0 to ${Math.max(0, items.length - 1)}`);
  const shown: Item[] = [];
  let bytes = 0;
  for (const item of items.slice(from, from + limit)) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > room && shown.length > 0) break;
    shown.push(item);
  }
  const end = from + shown.length;
  const left = items.length - end;
  const all = `${formatCount(items.length)} ${noun}`;
  if (from === 0 && left === 0) return { items: shown, note: `${all}, all of them.` };
  const next =
    left === 0 ? 'no more follow' : `${formatCount(left)} more are left out: cursor "${end}" goes on`;
  return { items: shown, note: `${from + 1} to ${end} of ${all}; ${next}.` };
}
