import { formatDuration } from '../words/format.ts';

const second = 1000;
const minute = 60 * second;

/** Ticks at whole seconds and minutes: tens of milliseconds would give 3 min 20 s. */
export const durationTicks = {
  tick: formatDuration,
  distances: [
    ...[1, 5, 10, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * second),
    ...[1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * minute),
  ],
};
