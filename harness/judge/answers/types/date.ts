import * as z from 'zod';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

/** Days since 1970-01-01 in the Gregorian calendar; null for a day that does not exist. */
function dayNumber(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (year < 1 || day < 1 || day > (lengths[month - 1] ?? 0)) return null;
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const months = lengths.slice(0, month - 1).reduce((sum, length) => sum + length, 0);
  return before * 365 + leaps + months + day - 719_163;
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ');
const weekdays = 'thursday friday saturday sunday monday tuesday wednesday'.split(' ');

/** `sept` is the usual four-letter abbreviation in English. */
function monthOf(word: string): number {
  return (
    monthNames.findIndex(
      (name) => word === name || word === name.slice(0, 3) || (word === 'sept' && name.startsWith(word)),
    ) + 1
  );
}

const notations: readonly RegExp[] = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
  /^(?<day>\d{1,2})-(?<name>[a-z]{3})-(?<year>\d{4})$/,
];

function readDay(said: string): number | null {
  const [, weekday, date = ''] = /^(?:([a-z]{3,9})\.?,? )?(.*\d.*)$/.exec(said) ?? [];
  const named = weekdays.findIndex((name) => weekday !== undefined && name.startsWith(weekday));
  // `may 4, 2031` does not begin with a weekday.
  const text = named >= 0 ? date : said;
  for (const notation of notations) {
    const { year, month, name, day } = notation.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const found = dayNumber(Number(year), name === undefined ? Number(month) : monthOf(name), Number(day));
    const isOfDay = named < 0 || (found !== null && ((found % 7) + 7) % 7 === named);
    return isOfDay ? found : null;
  }
  return null;
}

export const date = defineAnswer({
  type: 'date',
  value: z
    .string('must be a date as YYYY-MM-DD')
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date as YYYY-MM-DD')
    .refine((value) => readDay(value) !== null, 'must be an existing day'),
  rule: 'year, month and day: `2031-03-11`, `2031/3/11`, `11.03.2031`, or with the name of the month in English; if a weekday is given, it must be correct. `03/11/2031` is rejected because the order of day and month is ambiguous',
  isSaid: (said, value) => readDay(withoutStop(said).toLowerCase()) === readDay(value),
  say: (value) => value,
  misses: (value) => {
    const [year = '', month = '', day = ''] = value.split('-');
    const other = day === '01' ? '02' : '01';
    return [`${Number(year) + 1}-${month}-${day}`, `${year}-${month}-${other}`, `${month}/${day}/${year}`];
  },
});
