import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mulberry32 } from './statistics.ts';
import { findSteps, lastPoints } from './steps.ts';

const repeated = (...stretches: [value: number, length: number][]) =>
  stretches.flatMap(([value, length]) => Array<number>(length).fill(value));
/** Between 0 and 1, and always the same. */
const noise = (length: number) => {
  const random = mulberry32(99);
  return Array.from({ length }, () => random());
};
const placesOf = (values: readonly number[]) => findSteps(values).map(({ index }) => index);

test.each([0, 1, 2, 3, 40, 1000])('a constant series of %i points has no step', (length) => {
  expect(findSteps(Array(length).fill(0.9))).toEqual([]);
});

test('a step is named by its first point, with the levels on both sides and its p', () => {
  expect(findSteps(repeated([0.9, 20], [0.8, 20]))).toEqual([
    { index: 20, before: 0.9, after: 0.8, p: 0.005 },
  ]);
});

test('several steps have the levels between them', () => {
  const values = repeated([10, 30], [7, 30], [9, 30]);
  expect(findSteps(values).map(({ index, before, after }) => [index, before, after])).toEqual([
    [30, 10, 7],
    [60, 7, 9],
  ]);
});

test('a fall and the recovery are two steps, though first and last level are the same', () => {
  const values = noise(40).map((each, i) => each + (i >= 17 && i < 24 ? 0 : 2));
  expect(placesOf(values)).toEqual([17, 24]);
});

test('one odd point is no step, nor where it is the last of a long series', () => {
  expect(findSteps(repeated([10, 20], [500, 1], [10, 20]))).toEqual([]);
  expect(findSteps(repeated([10, 999], [9, 1]))).toEqual([]);
  expect(placesOf(repeated([10, 100], [9, 2]))).toEqual([100]);
});

test('outliers neither make a step nor hide one', () => {
  const values = noise(60).map((each, i) => (i < 30 ? 100 : 140) + 20 * each);
  const withOutliers = values.map((each, i) => (i % 20 === 7 ? each * 50 : each));
  expect(placesOf(withOutliers)).toEqual([30]);
  expect(findSteps(withOutliers)[0]?.after).toBeLessThan(165);
});

test('levels whose medians are equal are given by their means', () => {
  const values = repeated([10, 60]).concat(Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 9 : 10)));
  const [step] = findSteps(values);
  expect(step?.before).toBe(10);
  expect(step?.after).toBeCloseTo(9.67, 1);
});

test('only the last 1,000 points are looked at, and places count from the first of all', () => {
  const values = repeated([1, 300], [5, 700], [2, lastPoints - 700]);
  expect(placesOf(values)).toEqual([1000]);
});

test('the same values give the same steps, and only their order counts', () => {
  const value = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), (values) => {
      const places = placesOf(values);
      expect(placesOf(values)).toEqual(places);
      expect(placesOf(values.map((each) => Math.exp(each) - 5))).toEqual(places);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      for (const { index, p } of findSteps(values)) {
        expect(index).toBeGreaterThan(1);
        expect(index).toBeLessThan(values.length - 1);
        expect(p).toBeLessThanOrEqual(0.02);
      }
    }),
  );
});
