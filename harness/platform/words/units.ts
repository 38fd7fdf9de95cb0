import { decimal, seconds } from './columns.ts';
import {
  fixed,
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatTokens,
  formatUsd,
} from './format.ts';

/** How numbers of one kind are written. */
export type Unit = {
  /** As a page writes it. */
  format: (value: number) => string;
  /** To more digits, as a terminal and the documents write it. */
  exact: (value: number) => string;
  /** As an axis writes it; otherwise as a page does. */
  tick?: (value: number) => string;
  /** What two ticks may be apart, the smallest first, where powers of ten do not read well. */
  distances?: readonly number[];
  /** Where no value can be greater. */
  max?: number;
};

const second = 1000;
const minute = 60 * second;

/** Ticks at whole seconds and minutes: tens of milliseconds would give 3 min 20 s. */
export const milliseconds: Unit = {
  format: formatDuration,
  exact: seconds,
  distances: [
    ...[1, 5, 10, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
    ...[1, 2, 5, 10, 15, 30, 60].map((count) => count * minute),
  ],
};

export const count: Unit = { format: formatCount, exact: String, distances: [1, 2, 5, 10, 20, 50, 100] };

export const tokenCount: Unit = { format: formatTokens, exact: formatCount };

export const bytes: Unit = { format: formatBytes, exact: String };

export const usDollars: Unit = { format: formatUsd, exact: (value) => `${decimal(value)} USD` };

/** From 0 to 1, written in percent. */
export const share: Unit = {
  format: formatPercent,
  exact: formatPercent,
  tick: (value) => `${fixed(value * 100, 0)} %`,
  max: 1,
};
