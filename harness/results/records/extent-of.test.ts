import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../examples/example-run.ts';
import { extentOf, passedWords } from './extent-of.ts';

const passed = ['a', 'b'].map((taskId) => exampleResult({ taskId }));
const left = (count: number, why: 'cannot' | 'not_asked' | 'no_recording') =>
  Array.from({ length: count }, (_, index) => ({ taskId: `${why}-${index}`, why }));
const partOf = (notRun: ReturnType<typeof left>, trials = 1) =>
  exampleRun({ episodes: passed, notRun, config: { partial: true, trials } });

test('what was not run is in the denominator, and what the server cannot do is told apart', () => {
  expect(passedWords(exampleRun({ episodes: passed }))).toBe('2 / 2');
  expect(passedWords(partOf(left(8, 'no_recording')))).toBe('2 / 10 (8 not run)');
  expect(passedWords(partOf([...left(7, 'not_asked'), ...left(1, 'cannot')]))).toBe(
    '2 / 10 (7 not run, 1 the server cannot)',
  );
  expect(passedWords(partOf(left(1, 'cannot'), 3))).toBe('2 / 5 (3 the server cannot)');
});

test('a run that is cut short, and a part of which nobody kept what it leaves out, say so', () => {
  expect(passedWords(exampleRun({ episodes: passed, complete: false }))).toBe('2 / 2 (not complete)');
  expect(passedWords(exampleRun({ episodes: passed, config: { partial: true } }))).toBe(
    '2 / 2 (part of the suite)',
  );
  expect(extentOf(partOf(left(8, 'not_asked'))).isWhole).toBe(false);
});
