import { instantOf } from '../../state/days.ts';

const dayMs = 86_400_000;
const dayMinutes = 1440;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A time of day, `HH:MM`, some days before the day of `now`. Minutes past midnight continue into the next day. Never later than `now`. */
export function before(now: string, days: number, minutes: number): string {
  const today = Date.parse(`${now.slice(0, 10)}T00:00:00Z`) / dayMs;
  const latest = Math.floor(Date.parse(now) / 60_000) - 4;
  const at = Math.min((today - days) * dayMinutes + minutes, latest);
  return instantOf(at);
}

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString();
}

/** The day itself, or the following Monday if it is on a weekend. */
export function nextWorkday(date: string): string {
  const day = new Date(Date.parse(date)).getUTCDay();
  return day === 6 ? daysLater(date, 2) : day === 0 ? daysLater(date, 1) : date;
}

/** Moves minutes on to waking hours, so that no mail is sent at night. */
export function awake(minutes: number): number {
  const day = Math.floor(minutes / 1440) * 1440;
  const time = minutes - day;
  if (time < 410) return day + 410 + (time % 97);
  return time > 1370 ? day + 1440 + 410 + (time % 97) : minutes;
}

/** As in `Thursday 6 March`. */
export function spokenDay(date: string): string {
  const at = new Date(Date.parse(date));
  return `${weekdays[at.getUTCDay()]} ${at.getUTCDate()} ${months[at.getUTCMonth()]}`;
}

/** As in `February 2031`. */
export function spokenMonth(date: string): string {
  const at = new Date(Date.parse(date));
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** As in `EUR 41.80`. */
export function money(cents: number): string {
  return `EUR ${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
