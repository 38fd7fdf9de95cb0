import { expect, test } from 'vitest';
import * as z from 'zod';
import { describeIssues, fieldIssues } from './describe-issues.ts';

const Shelf = z.strictObject({ name: z.string(), books: z.array(z.strictObject({ pages: z.int() })) });

function linesOf(value: unknown, details: Parameters<typeof describeIssues>[2] = { value }): string[] {
  const { error } = Shelf.safeParse(value);
  return error ? describeIssues('shelf.json', error, details) : [];
}

test('a line names the file, the field as one would reach it, what is wrong and what was found', () => {
  expect(linesOf({ name: 'x', books: [{ pages: 1 }, { pages: 'many' }] })).toEqual([
    'shelf.json: books[1].pages: must be a number; found "many"',
  ]);
  expect(linesOf({ books: {} })).toEqual([
    expect.stringMatching(/^shelf\.json: name: .*; found nothing$/),
    expect.stringMatching(/^shelf\.json: books: .*; found an object$/),
  ]);
  expect(linesOf(null)).toEqual([expect.stringMatching(/^shelf\.json: the whole: .*; found null$/)]);
});

test('what was found is cut, and left out where it may be secret', () => {
  const value = { name: 'x', books: 'y'.repeat(1000) };
  expect(linesOf(value)[0]).toMatch(/^shelf\.json: books: [^;]+; found "y{79}$/);
  expect(linesOf(value, {})).toEqual(['shelf.json: books: must be a list; found a string']);
});

test('each unknown field is a mistake of its own, which says what is allowed where that is known', () => {
  const value = { name: 'x', books: [{ pages: 1, cover: 2, spine: 3 }] };
  expect(linesOf(value, { value, allowed: () => 'pages' })).toEqual([
    'shelf.json: books[0].cover: unknown field; allowed are pages',
    'shelf.json: books[0].spine: unknown field; allowed are pages',
  ]);
  expect(linesOf(value)[0]).toBe('shelf.json: books[0].cover: unknown field');
});

test('what a prototype carries was not found', () => {
  const { error } = z.object({ constructor: z.string() }).safeParse({});
  expect(error && fieldIssues(error, { value: {} })).toMatchObject([
    { path: ['constructor'], message: expect.stringMatching(/found nothing$/) },
  ]);
});
