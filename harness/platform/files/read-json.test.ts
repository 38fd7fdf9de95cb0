import { expect, test } from 'vitest';
import * as z from 'zod';
import { jsonOrUndefined, parseAs, parseJson } from '../errors/json.ts';
import { readJson } from './read-json.ts';

const Shelf = z.strictObject({ books: z.array(z.int()) });

test('a file that cannot be read is named with its code, by the flag that names it', () => {
  expect(() => readJson('/nowhere/shelf.json', Shelf)).toThrow(
    '/nowhere/shelf.json: cannot be read (ENOENT)',
  );
  expect(() => readJson('/', Shelf, { who: '--shelf /' })).toThrow('--shelf /: cannot be read (EISDIR)');
});

test('invalid JSON is said on one line, whatever it quotes', () => {
  const { message } = thrownBy(() => parseJson('shelf.json', Shelf, '{"books":\n[}'));
  expect(message).toMatch(/^shelf\.json: invalid JSON \(Unexpected token [^\n]+\)$/);
  expect(jsonOrUndefined('{')).toBeUndefined();
  expect(jsonOrUndefined('null')).toBeNull();
});

test('each mistake has a line with file, field, what was found and what is allowed; of many the first', () => {
  expect(
    thrownBy(() => parseAs('shelf.json', Shelf, { books: ['a'], pens: 1 }, () => 'books')),
  ).toMatchObject({
    name: 'UserError',
    message:
      'shelf.json: books[0]: must be a number; found "a"\nshelf.json: pens: unknown field; allowed are books',
  });
  const lines = thrownBy(() => parseAs('shelf.json', Shelf, { books: Array(100).fill('a') })).message.split(
    '\n',
  );
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('shelf.json: and 80 more');
});

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
