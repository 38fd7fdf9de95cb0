import { dayAndMonth, dayWords, momentWords } from '../../site/dates.ts';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** For lists: the time if today, the day if this year, else with the year. All times are UTC. */
export function shortDate(date: string, now: string): string {
  if (date.slice(0, 10) === now.slice(0, 10)) return date.slice(11, 16);
  return date.slice(0, 4) === now.slice(0, 4) ? dayAndMonth(date) : dayWords(date);
}

/** As in `Tue 4 Mar 2031, 09:12`. */
export function longDate(date: string): string {
  const day = days[new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()];
  return `${day} ${momentWords(date)}`;
}
