import { expect, test } from 'vitest';
import { type Counts, scanCounts, scanRanks } from './scan.ts';
import { mulberry32 } from './statistics.ts';
import { sequentialP } from './steps.ts';

const noise = (length: number, seed: number) => {
  const random = mulberry32(seed);
  return Array.from({ length }, () => random());
};
const ofTen = (passes: readonly number[]): Counts[] => passes.map((passed) => ({ passed, total: 10 }));

test('what stands out is a stretch to the end or one with something behind', () => {
  expect(scanRanks([1, 1, 1, 1, 9, 9, 9, 9]).found).toMatchObject({ from: 4, to: 8 });
  expect(scanRanks([...Array(30).fill(1), 9, 9, 9, 9, 9, ...Array(30).fill(1)]).found).toMatchObject({
    from: 30,
    to: 35,
  });
  expect(scanCounts(ofTen([9, 9, 9, 9, 4, 4, 4])).found).toMatchObject({ from: 4, to: 7 });
  expect(scanRanks([4, 4, 4, 4]).found).toBeNull();
  expect(scanRanks([4, 5, 6]).found).toBeNull();
});

test('of the likelihood ratio the run is left out that speaks most for the change', () => {
  const size = (passes: readonly number[]) => scanCounts(ofTen(passes)).found?.size ?? 0;
  const log = (x: number) => (x === 0 ? 0 : x * Math.log(x));
  const of = (hits: number, all: number) => log(hits) + log(all - hits) - log(all);
  // 0 of 50 against 3 of 20, the run of 4 being left out.
  expect(size([10, 10, 10, 10, 10, 8, 6, 9])).toBeCloseTo(of(0, 50) + of(3, 20) - of(3, 70), 10);
});

test('p of pure chance is below each level as often as the level says, of ranks and not more often of counts', () => {
  const ranks = Array.from({ length: 400 }, (_, seed) => sequentialP(scanRanks(noise(24, seed)), 199));
  const counts = Array.from({ length: 400 }, (_, seed) => {
    const tries = noise(240, seed);
    const passes = Array.from({ length: 24 }, (_, run) => tries.slice(10 * run, 10 * run + 10));
    return sequentialP(scanCounts(ofTen(passes.map((run) => run.filter((u) => u < 0.8).length))), 199);
  });
  for (const level of [0.1, 0.3]) {
    const below = (ps: readonly number[]) => ps.filter((p) => p <= level).length / ps.length;
    expect(Math.abs(below(ranks) - level)).toBeLessThan(3 * Math.sqrt((level * (1 - level)) / 400));
    expect(below(counts)).toBeLessThan(level);
  }
});

test('a bound is no smaller than p where both can be had, and takes the place of p where shuffles would find none', () => {
  const scans = Array.from({ length: 20 }, (_, seed) => [
    scanRanks(noise(60, seed).map((u, i) => u + (i < 30 ? 0 : seed / 15))),
    scanCounts(ofTen(noise(60, seed).map((u, i) => (Math.floor(u * 3) + (i < 30 ? 6 : 6 - seed / 4)) | 0))),
  ]).flat();
  for (const scan of scans)
    expect(scan.mostP()).toBeGreaterThanOrEqual(sequentialP({ ...scan, mostP: () => 1 }, 199) / 2 - 0.005);
  const certain = scanCounts(ofTen([...Array(100).fill(9), ...Array(100).fill(3)]));
  expect(sequentialP(certain, 999)).toBe(certain.mostP());
  expect(certain.mostP()).toBeLessThan(1e-9);
});
