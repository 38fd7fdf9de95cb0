import { expect, test } from 'vitest';
import { type AtBase, Baseline, excusedOf, loweredFrom, withExcused } from './baseline.ts';

const suite = { expected_pass_count: 2, required: ['a', 'b'] };
const baseline = {
  schema: 'contract-bench.baseline.v1' as const,
  server: 'playwright',
  suites: { web: suite },
};
const asking = (web: typeof suite): Baseline => ({ ...baseline, suites: { web } });
const excusing = (excused: Record<string, string>, server = 'playwright'): Baseline => ({
  schema: 'contract-bench.baseline.v2',
  servers: { [server]: { excused } },
});

/** Tasks at the base: `passing` and `failing` were played, `unplayed` has a recording alone. */
const atBase: AtBase = (_, id) => ({
  passed: id === 'unplayed' || id === 'new' ? null : id !== 'failing',
  isRecorded: id !== 'new',
});
const lowered = (before: Baseline | null, now: Baseline) =>
  loweredFrom(before, now, { atBase, isTask: (id) => id !== 'removed' });

test('a baseline that asks the same or more is not lowered', () => {
  expect(lowered(baseline, baseline)).toEqual([]);
  expect(lowered(baseline, asking({ expected_pass_count: 3, required: ['c', 'b', 'a'] }))).toEqual([]);
  expect(lowered(baseline, { ...baseline, suites: { web: suite, more: suite } })).toEqual([]);
  expect(lowered(baseline, excusing({}))).toEqual([]);
});

test('each thing that it asks less is said, all at once', () => {
  expect(lowered(baseline, asking({ expected_pass_count: 1, required: ['a'] }))).toEqual([
    'suites.web.expected_pass_count: lowered to 1; the base has 2',
    'suites.web.required: b removed; the base requires it',
  ]);
  expect(lowered(baseline, { ...baseline, server: 'other', suites: {} })).toEqual([
    'server: "other", the base has "playwright"',
    'suites.web: removed; the base has it',
  ]);
  expect(lowered({ ...baseline, suites: { toString: suite } }, baseline)).toEqual([
    'suites.toString: removed; the base has it',
  ]);
  expect(lowered(baseline, excusing({}, 'other'))).toEqual(['server: "other", the base has "playwright"']);
});

test.each<[before: string, Baseline | null, refused: string[]]>([
  ['no baseline', null, ['passing']],
  ['one that requires other tasks', baseline, ['passing']],
  ['one that requires it', asking({ ...suite, required: ['passing', 'unplayed'] }), ['passing', 'unplayed']],
  ['one that excuses nothing', excusing({}), ['passing', 'unplayed']],
  ['one that excuses it', excusing({ passing: 'x', unplayed: 'x' }), []],
])('after %s a task is excused anew where it did not pass at the base', (_, before, refused) => {
  const ids = ['passing', 'failing', 'unplayed', 'new', 'removed'];
  const now = excusing(Object.fromEntries(ids.map((id) => [id, 'slow'])));
  expect(lowered(before, now).map((each) => each.split(' ')[1])).toEqual(refused);
});

test('what is written keeps each reason that is there, and every other server', () => {
  const before: Baseline = {
    schema: 'contract-bench.baseline.v2',
    servers: { other: { excused: { c: 'its own' } }, 'custom:mine': { excused: { a: 'slow' } } },
  };
  const written = withExcused(before, 'mine', ['b', 'a'], 'new');
  expect(written).toEqual({
    schema: 'contract-bench.baseline.v2',
    servers: { other: { excused: { c: 'its own' } }, 'custom:mine': { excused: { a: 'slow', b: 'new' } } },
  });
  expect(Baseline.parse(written)).toEqual(written);
  expect(withExcused(baseline, 'chrome', ['a'], 'why')).toEqual({
    schema: 'contract-bench.baseline.v2',
    servers: { playwright: { excused: {} }, chrome: { excused: { a: 'why' } } },
  });
  expect(withExcused(null, 'mine', [], '')).toEqual(excusing({}, 'mine'));
  expect(excusedOf(before, 'mine').get('constructor')).toBeUndefined();
});

test.each([
  [asking({ expected_pass_count: 2, required: ['a', 'a'] })],
  [asking({ expected_pass_count: 2, required: [] })],
  [excusing({ a: ' ' })],
  [{ schema: 'contract-bench.baseline.v2', servers: {} }],
  [{ ...excusing({}), suites: {} }],
])('%j is no baseline', (wrong) => {
  expect(Baseline.safeParse(wrong).success).toBe(false);
});
