import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from './data-file.ts';

const measured = { asOf: null };
const one = (value: string | number | boolean | null) => csv({ value: (cell) => cell }, [value], measured);

test('a table has a header row and every row ends in CRLF', () => {
  const columns = {
    name: (row: { name: string; ms: number }) => row.name,
    ms: (row: { ms: number }) => row.ms,
  };
  expect(csv(columns, [{ name: 'a', ms: 1.5 }], measured)).toBe('name,ms\r\na,1.5\r\n');
  expect(csv(columns, [], measured)).toBe('name,ms\r\n');
});

test('invented records say so in every row', () => {
  const text = csv({ value: (cell: number) => cell }, [1, 2], { asOf: null, synthetic: true });
  expect(text).toBe('value,synthetic\r\n1,true\r\n2,true\r\n');
});

test('null is an empty cell, and 0 and false are not', () => {
  expect([null, 0, false].map(one)).toEqual(['value\r\n\r\n', 'value\r\n0\r\n', 'value\r\nfalse\r\n']);
});

test('quotes, commas and line breaks are quoted', () => {
  expect(one('say "hi", twice\nor more')).toBe('value\r\n"say ""hi"", twice\nor more"\r\n');
});

test('a text that a spreadsheet would run gets an apostrophe, a number does not', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx']) expect(one(text)).toBe(`value\r\n'${text}\r\n`);
  expect(one('\r=1')).toBe(`value\r\n"'\r=1"\r\n`);
  expect(one(-1.5)).toBe('value\r\n-1.5\r\n');
  expect(one('a=1')).toBe('value\r\na=1\r\n');
});

const awkward = fc.string({ unit: fc.constantFrom(...'",\r\n\t=+-@ aé\u{1f600}') });

test('any text survives writing and reading, apart from the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(awkward, awkward), { minLength: 1, maxLength: 4 }), (records) => {
      const text = csv(
        { a: ([a]: [string, string]) => a, b: ([, b]: [string, string]) => b },
        records,
        measured,
      );
      const inert = (value: string) => value.replace(/^(?=[=+\-@\t\r])/, "'");
      expect(readCsv(text)).toEqual([['a', 'b'], ...records.map((cells) => cells.map(inert))]);
    }),
  );
});

function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
