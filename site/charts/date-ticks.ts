/** A label of an axis of time, and its place in milliseconds since the epoch. */
export type DateTick = { atMs: number; label: string };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The widest in characters is `01-31 13:45`. */
type Distance = { monthCount: number; ms: number; labelOf: (iso: string) => string };

const ofTime = (ms: number): Distance => ({
  monthCount: 0,
  ms,
  labelOf: ms < day ? (iso) => iso.slice(5, 16).replace('T', ' ') : (iso) => iso.slice(0, 10),
});
const ofMonths = (monthCount: number): Distance => ({
  monthCount,
  ms: monthCount * 28 * day,
  labelOf: monthCount < 12 ? (iso) => iso.slice(0, 7) : (iso) => iso.slice(0, 4),
});

const distances: readonly Distance[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => ofTime(count * minute)),
  ...[1, 2, 3, 6, 12].map((count) => ofTime(count * hour)),
  ...[1, 2, 4, 7, 14].map((count) => ofTime(count * day)),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map(ofMonths),
];

/**
 * At most `most` ticks from `minMs` to `maxMs` at whole minutes, hours, days, months or years of UTC, and no label twice.
 * Empty if no such instant lies between.
 */
export function dateTicks(minMs: number, maxMs: number, most: number): DateTick[] {
  for (const distance of distances) {
    if ((maxMs - minMs) / distance.ms > most + 1) continue;
    const ticks = ticksOf(distance, minMs, maxMs);
    if (ticks.length <= most) return ticks.map((atMs) => ({ atMs, label: distance.labelOf(isoOf(atMs)) }));
  }
  return [];
}

function ticksOf({ monthCount, ms }: Distance, minMs: number, maxMs: number): number[] {
  const at = monthCount === 0 ? everyTime(ms, minMs) : everyMonths(monthCount, minMs);
  const ticks: number[] = [];
  for (let index = 0; at(index) <= maxMs; index++) if (at(index) >= minMs) ticks.push(at(index));
  return ticks;
}

function everyTime(ms: number, minMs: number): (index: number) => number {
  const first = Math.ceil(minMs / ms);
  return (index) => (first + index) * ms;
}

function everyMonths(count: number, minMs: number): (index: number) => number {
  const date = new Date(minMs);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const first = Math.floor(months / count) * count;
  return (index) => {
    const month = first + index * count;
    return Date.UTC(Math.floor(month / 12), month % 12);
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
