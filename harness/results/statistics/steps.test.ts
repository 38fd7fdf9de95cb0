import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centredRanks, mulberry32 } from './statistics.ts';
import { autocorrelationOf, falseDiscoveryCut, findSteps, lastPoints, whiten } from './steps.ts';

const repeated = (...stretches: [value: number, length: number][]) =>
  stretches.flatMap(([value, length]) => Array<number>(length).fill(value));
/** Between 0 and 1, and always the same. */
const noise = (length: number, seed = 99) => {
  const random = mulberry32(seed);
  return Array.from({ length }, () => random());
};
const stepsOf = (values: readonly number[]) => findSteps([{ values }])[0] ?? [];
const placesOf = (values: readonly number[]) => stepsOf(values).map(({ index }) => index);
const ofTen = (passes: readonly number[]) => ({ counts: passes.map((passed) => ({ passed, total: 10 })) });

test.each([0, 1, 2, 3, 4, 40, 1000])('a constant series of %i points has no step', (length) => {
  const counts = Array(length).fill({ passed: 9, total: 9 });
  expect(findSteps([{ values: Array(length).fill(0.9) }, { counts }])).toEqual([[], []]);
});

test('a step is named by its first point, with the levels and the runs on both sides and its p', () => {
  const [step, ...others] = stepsOf(repeated([0.9, 20], [0.8, 20]));
  expect(step).toMatchObject({ index: 20, before: 0.9, after: 0.8, runsBefore: 20, runsAfter: 20 });
  expect(step?.p).toBeLessThan(0.001);
  expect(others).toEqual([]);
});

test('several steps have the levels between them', () => {
  const values = repeated([10, 30], [7, 30], [9, 30]);
  expect(stepsOf(values).map(({ index, before, after }) => [index, before, after])).toEqual([
    [30, 10, 7],
    [60, 7, 9],
  ]);
});

test('a fall and the recovery are two steps, though first and last level are the same', () => {
  const values = noise(40).map((each, i) => each + (i >= 17 && i < 24 ? 0 : 2));
  expect(placesOf(values)).toEqual([17, 24]);
});

test('one odd point is no step, nor where it is the last of a long series', () => {
  expect(stepsOf(repeated([10, 20], [500, 1], [10, 20]))).toEqual([]);
  expect(stepsOf(repeated([10, 999], [9, 1]))).toEqual([]);
  expect(placesOf(repeated([10, 100], [9, 2]))).toEqual([100]);
});

test('one run that failed whole is no step, wherever it is, and hides none', () => {
  for (const at of [0, 1, 20, 38, 39]) {
    const outage = repeated([10, 40]).map((passed, i) => (i === at ? 0 : passed));
    expect(findSteps([ofTen(outage)]), `at ${at}`).toEqual([[]]);
  }
  const fallen = repeated([10, 30], [8, 10]).map((passed, i) => (i === 5 ? 0 : passed));
  expect(findSteps([ofTen(fallen)])[0]?.map(({ index }) => index)).toEqual([30]);
});

test('a score falls for two runs: p is of its episodes, so sixty series hide it not', () => {
  const others = Array.from({ length: 59 }, (_, seed) => ({ values: noise(43, seed) }));
  const [found] = findSteps([ofTen(repeated([10, 40], [7, 3])), ...others]);
  expect(found).toMatchObject([{ index: 40, before: 1, after: 0.7, runsBefore: 40, runsAfter: 3 }]);
  expect(found?.[0]?.p).toBeLessThan(0.05 / 60);
});

test('the more is on a page, the surer a step must be', () => {
  const slight = ofTen(repeated([10, 15], [9, 12]).map((passed, i) => (i === 20 || i === 23 ? 10 : passed)));
  const [alone] = findSteps([slight]);
  expect(alone).toHaveLength(1);
  const others = Array.from({ length: 300 }, (_, seed) => ({ values: noise(27, seed + 500) }));
  expect(findSteps([slight, ...others])[0]).toEqual([]);
});

test('what cannot vary does not count among what is tested', () => {
  const slight = ofTen(repeated([10, 15], [9, 12]).map((passed, i) => (i === 20 || i === 23 ? 10 : passed)));
  const constant = Array.from({ length: 300 }, () => ({ values: repeated([3, 27]) }));
  expect(findSteps([slight, ...constant])[0]).toEqual(findSteps([slight])[0]);
});

test('a step of a score is half an episode at least, any other a twentieth', () => {
  const share = (lost: number, total: number) =>
    repeated([0, 500], [1, 500]).map((later, i) => ({
      passed: total - (later && i % 10 < lost ? 1 : 0),
      total,
    }));
  expect(findSteps([{ counts: share(2, 10) }])[0]).toEqual([]);
  expect(findSteps([{ counts: share(6, 10) }])[0]).toHaveLength(1);
  expect(findSteps([{ counts: share(6, 200) }])[0]).toEqual([]);
  expect(placesOf(repeated([100, 30], [104, 30]))).toEqual([]);
  expect(placesOf(repeated([100, 30], [106, 30]))).toEqual([30]);
});

test('outliers neither make a step nor hide one', () => {
  const values = noise(60).map((each, i) => (i < 30 ? 100 : 140) + 20 * each);
  const withOutliers = values.map((each, i) => (i % 20 === 7 ? each * 50 : each));
  expect(placesOf(withOutliers)).toEqual([30]);
  expect(stepsOf(withOutliers)[0]?.after).toBeLessThan(165);
});

test('levels whose medians are equal are given by their means', () => {
  const values = repeated([10, 60]).concat(Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 7 : 10)));
  const [step] = stepsOf(values);
  expect(step?.before).toBe(10);
  expect(step?.after).toBeCloseTo(9, 1);
});

test('only the last 1,000 points are looked at, and places count from the first of all', () => {
  const values = repeated([1, 300], [5, 700], [2, lastPoints - 700]);
  expect(placesOf(values)).toEqual([1000]);
});

test('the same page gives the same steps, in whatever order its series stand', () => {
  const value = fc.integer({ min: 0, max: 10 });
  const values = fc.array(value, { maxLength: 40 });
  const anySeries = fc.oneof(
    values.map((each) => ({ values: each })),
    values.map(ofTen),
  );
  fc.assert(
    fc.property(fc.array(anySeries, { maxLength: 4 }), (page) => {
      const found = findSteps(page);
      expect(findSteps(page)).toEqual(found);
      expect(findSteps(page.toReversed()).reverse()).toEqual(found);
      for (const [at, steps] of found.entries()) {
        const places = steps.map(({ index }) => index);
        const series = page[at] ?? { values: [] };
        const length = 'counts' in series ? series.counts.length : series.values.length;
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect([0, ...places].map((from, i) => [from, places[i] ?? length])).toEqual(
          length === 0 || places.length === 0
            ? [[0, length]]
            : [0, ...places].map((from, i) => [
                from,
                from + (steps[i]?.runsBefore ?? steps[i - 1]?.runsAfter ?? 0),
              ]),
        );
        for (const { p, before, after } of steps) {
          expect(p).toBeLessThanOrEqual(0.05);
          expect(before).not.toBe(after);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('of values only the order counts', () => {
  const value = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), (values) => {
      // Threefold apart, so that none is too slight to be told.
      const apart = values.map((each) => 3 ** each);
      expect(placesOf(apart.map((each) => each ** 2))).toEqual(placesOf(apart));
    }),
    { numRuns: 60 },
  );
});

test('the example of Benjamini and Hochberg 1995: four of fifteen are kept at 5 %', () => {
  const ps = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  expect(falseDiscoveryCut(ps, 0.05)).toBe(0.0095);
  expect(falseDiscoveryCut(ps.toReversed(), 0.05)).toBe(0.0095);
});

test('nothing is kept of nothing, nor of what is common', () => {
  expect(falseDiscoveryCut([], 0.05)).toBe(0);
  expect(falseDiscoveryCut([0.2, 0.06], 0.05)).toBe(0);
});

const correlated = (length: number, rho: number, seed: number) => {
  const random = mulberry32(seed);
  let level = 0;
  return Array.from({ length }, () => {
    level = rho * level + random() - 0.5;
    return level;
  });
};
const estimate = (values: readonly number[]) => autocorrelationOf(centredRanks(values));

test.each([0, 0.3, 0.6])('a correlation of %d is estimated not too low, and not much too high', (rho) => {
  const found = Array.from({ length: 40 }, (_, seed) => estimate(correlated(400, rho, seed)));
  const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
  expect(mean).toBeGreaterThan(rho);
  expect(mean).toBeLessThan(rho + 0.15);
});

test('one change of level, or several, is no correlation', () => {
  const values = correlated(400, 0, 7);
  expect(estimate(values.map((each, i) => each + (i < 200 ? 0 : 3)))).toBeLessThan(0.2);
  expect(estimate(values.map((each, i) => each + 3 * (Math.floor(i / 50) % 3)))).toBeLessThan(0.4);
  expect(estimate(values.map((_, i) => (i < 200 ? 0 : 3)))).toBe(0);
});

test('what is left is not correlated, and what was not stays as it is', () => {
  const white = whiten(correlated(1000, 0.6, 3));
  const lagged = white.slice(1).reduce((sum, each, i) => sum + each * (white[i] ?? 0), 0);
  expect(Math.abs(lagged / white.reduce((sum, each) => sum + each * each, 0))).toBeLessThan(0.15);
  expect(whiten([1, 5, 5, 5, 5])).toEqual([-4, 1, 1, 1, 1]);
  expect(whiten([])).toEqual([]);
});
