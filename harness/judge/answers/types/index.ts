import { boolean } from './boolean.ts';
import { currency } from './currency.ts';
import { date } from './date.ts';
import { duration } from './duration.ts';
import { integer } from './integer.ts';
import { list } from './list.ts';
import { number } from './number.ts';
import { set } from './set.ts';
import { status } from './status.ts';
import { string } from './string.ts';
import { time } from './time.ts';

/** The types of answers. */
export const answerTypes = [
  string,
  integer,
  number,
  currency,
  date,
  time,
  duration,
  boolean,
  list,
  set,
  status,
] as const;
