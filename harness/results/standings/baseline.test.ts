import { expect, test } from 'vitest';
import { Baseline, loweredFrom } from './baseline.ts';

const suite = { expected_pass_count: 2, required: ['a', 'b'] };
const baseline: Baseline = {
  schema: 'contract-bench.baseline.v1',
  server: 'playwright',
  suites: { web: suite },
};
const asking = (web: typeof suite) => ({ ...baseline, suites: { web } });

test('a baseline that asks the same or more is not lowered', () => {
  expect(loweredFrom(baseline, baseline)).toEqual([]);
  expect(loweredFrom(baseline, asking({ expected_pass_count: 3, required: ['c', 'b', 'a'] }))).toEqual([]);
  expect(loweredFrom(baseline, { ...baseline, suites: { web: suite, more: suite } })).toEqual([]);
});

test('each thing that it asks less is said, all at once', () => {
  expect(loweredFrom(baseline, asking({ expected_pass_count: 1, required: ['a'] }))).toEqual([
    'suites.web.expected_pass_count: lowered to 1; the base has 2',
    'suites.web.required: b removed; the base requires it',
  ]);
  expect(loweredFrom(baseline, { ...baseline, server: 'other', suites: {} })).toEqual([
    'server: "other", the base has "playwright"',
    'suites.web: removed; the base has it',
  ]);
});

test('a task that is named twice, or none at all, is no baseline', () => {
  expect(Baseline.safeParse(asking({ expected_pass_count: 2, required: ['a', 'a'] })).success).toBe(false);
  expect(Baseline.safeParse(asking({ expected_pass_count: 2, required: [] })).success).toBe(false);
});
