const dayMinutes = 1440;
const names = new Map<number, string>();

/** Formats days since 1970 as `YYYY-MM-DD`. Thousands of rows share a few days, so each day is formatted once. */
export function dayNamed(number: number): string {
  const known = names.get(number);
  if (known !== undefined) return known;
  const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
  names.set(number, day);
  return day;
}

/** Formats minutes since 1970. */
export function instantOf(minutes: number): string {
  const time = minutes % dayMinutes;
  return `${dayNamed((minutes - time) / dayMinutes)}T${two(Math.floor(time / 60))}:${two(time % 60)}:00Z`;
}

const two = (number: number) => (number < 10 ? `0${number}` : `${number}`);
