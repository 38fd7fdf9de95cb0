import { dayNamed } from '../../state/days.ts';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const dayMs = 86_400_000;

/** All dates are `YYYY-MM-DD` in UTC, so that the machine's time zone has no effect. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return dayNamed(numberOf(day) + count);
}

export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from);
}

const numbers = new Map<string, number>();

/** Days since 1970. Thousands of rows share a few days, so each day is parsed once. */
function numberOf(day: string): number {
  const known = numbers.get(day);
  if (known !== undefined) return known;
  const number = Date.parse(`${day}T00:00:00Z`) / dayMs;
  numbers.set(day, number);
  return number;
}

/** The date a number of working days later: Monday to Friday, without public holidays. */
export function addWorkingDays(day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1);
    if (!['Saturday', 'Sunday'].includes(weekdayOf(reached))) left -= 1;
  }
  return reached;
}

/** As in `11 March 2031`. */
export function longDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** As in `Friday 14 March`. */
export function weekdayDate(day: string): string {
  return `${weekdayOf(day)} ${longDate(day).replace(/ \d{4}$/, '')}`;
}

function weekdayOf(day: string): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
