import { expect, test } from 'vitest';
import * as z from 'zod';
import { describeIssues, fieldIssues, issueWords } from './describe-issues.ts';

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

test.for([
  [z.string(), 5, 'must be a string'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.array(z.string()), 'x', 'must be a list'],
  [z.enum(['end', 'each_step']), 'start', 'must be one of end, each_step'],
  [z.literal('v2'), 'v3', 'must be v2'],
  [z.url(), 'no', 'must be a URL'],
  [z.string().regex(/^a/), 'b', 'must match /^a/'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.string().length(1), 'abc', 'must have exactly 1 character'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item'],
  [z.number().min(3), 2, 'must be at least 3'],
  [z.number().gt(3), 3, 'must be above 3'],
  [z.number().lt(3), 3, 'must be below 3'],
  [z.number().multipleOf(2), 3, 'must be a multiple of 2'],
  [z.union([z.string(), z.number()]), true, 'must be a string or a number'],
  [z.union([z.object({ a: z.string() }), z.number()]), { a: 1 }, 'fits no form that is allowed'],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    {},
    'must be one of a, b',
  ],
  [z.record(z.string().regex(/^x/), z.number()), { y: 1 }, 'its name must match /^x/'],
  [z.string().min(3, 'must be a name'), 'ab', 'must be a name'],
] as const)('a schema %# speaks as our own messages do', ([schema, value, words]) => {
  const issue = z.safeParse(schema as z.ZodType, value).error?.issues[0];
  expect(issue && issueWords(issue)).toBe(words);
});
