import * as z from 'zod';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

const notation = /^(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?::(?<second>\d{2}))?(?: ?(?<half>[ap])\.?m\.?)?$/;

/** Seconds since midnight. */
function readTime(said: string): number | null {
  const { hour = '', minute, second = '0', half } = notation.exec(said)?.groups ?? {};
  // An hour alone is a time only with `am` or `pm`.
  if (hour === '' || (minute === undefined && half === undefined)) return null;
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second)];
  if (minutes > 59 || seconds > 59 || hours > 23) return null;
  if (half === undefined) return hours * 3600 + minutes * 60 + seconds;
  if (hours < 1 || hours > 12) return null;
  return ((hours % 12) + (half === 'p' ? 12 : 0)) * 3600 + minutes * 60 + seconds;
}

export const time = defineAnswer({
  type: 'time',
  value: z
    .string('must be a time as HH:MM or HH:MM:SS')
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'must be a time as HH:MM or HH:MM:SS'),
  rule: 'in 24 hours (`09:30` or `9:30:00`) or in 12 hours (`9:30 am` or `9 a.m.`), without a time zone or a date',
  isSaid: (said, value) => {
    const lower = said.toLowerCase();
    const read = readTime(lower) ?? readTime(withoutStop(lower));
    return read !== null && read === readTime(value);
  },
  say: (value) => value,
  misses: (value) => {
    const [hour = '', ...rest] = value.split(':');
    const other = String((Number(hour) + 12) % 24).padStart(2, '0');
    return [[other, ...rest].join(':'), hour, `${value} or ${[other, ...rest].join(':')}`];
  },
});
