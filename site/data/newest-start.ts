/** When the newest of some runs started, ISO 8601 in UTC to the millisecond; null of none. */
export function newestStart(runs: readonly { startedAt: string }[]): string | null {
  if (runs.length === 0) return null;
  return new Date(Math.max(...runs.map(({ startedAt }) => Date.parse(startedAt)))).toISOString();
}
