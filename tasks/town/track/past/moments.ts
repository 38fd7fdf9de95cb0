import { instantOf } from '../../state/days.ts';

const dayMinutes = 1440;

/** Minutes since 1970; the past is computed in minutes and formatted once. */
export const minutesOf = (instant: string) => Date.parse(instant) / 60_000;

export function dayAfter(now: string, days: number): string {
  return instantOf(minutesOf(now) + days * dayMinutes).slice(0, 10);
}

/** Moves a time on to waking hours, so that no entry is made at night. */
export function awake(minutes: number): number {
  const time = minutes % dayMinutes;
  if (time < 410) return minutes + 410 - time + (time % 97);
  return time > 1300 ? minutes + dayMinutes - time + 410 + (time % 97) : minutes;
}
