import { expect, test } from 'vitest';
import * as z from 'zod';
import { issueWords } from './issue-words.ts';

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
