import { expect, test } from 'vitest';
import { exampleResult } from '../../../results/examples/example-run.ts';
import type { Result } from '../../../results/records/result.ts';
import type { PlayedEnd } from './right-ends.ts';
import { acceptedEndsTable } from './right-ends.ts';

const played = (id: string, ...results: Partial<Result>[]): PlayedEnd => ({
  end: {
    id,
    taskId: id.split('/')[0] ?? '',
    title: id,
    file: id,
    webRoot: null,
    source: null,
    natural: true,
  },
  results: results.map(exampleResult),
});

test('an end state is accepted if each of its plays passed', () => {
  const { rows, refused, unsteady } = acceptedEndsTable([
    played('a/1', {}, {}),
    played('a/2', {}, { status: 'tampered', success: false }),
    played('b/1', { status: 'failed', success: false }, { status: 'failed', success: false }),
  ]);
  expect(rows).toEqual([
    { task: 'a', played: 2, believed: 1 },
    { task: 'b', played: 1, believed: 0 },
    { task: 'all', played: 3, believed: 1 },
  ]);
  expect(refused.map(({ id, why }) => [id, why])).toEqual([
    ['a/2', 'passed; tampered'],
    ['b/1', 'failed'],
  ]);
  expect(unsteady.map(({ id }) => id)).toEqual(['a/2']);
});

test('an end state with a failed call says nothing about the judge', () => {
  expect(acceptedEndsTable([played('a/1', { serverErrors: 1 })]).broken.map(({ id }) => id)).toEqual(['a/1']);
});

test('an end state that was not played does not count', () => {
  expect(acceptedEndsTable([played('a/1')]).rows).toEqual([{ task: 'all', played: 0, believed: 0 }]);
});
