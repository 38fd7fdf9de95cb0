import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineBuffer, LineTooLong, lastWords } from './pipe-transport.ts';

test('lines come out whole for any chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.array(fc.nat(200)), (texts, cuts) => {
      const lines = texts.map((text) => text.replaceAll('\n', ' ').toWellFormed());
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const buffer = new LineBuffer(1e6);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const found = places.flatMap((from, index) => [
        ...buffer.add(bytes.subarray(from, places[index + 1] ?? bytes.length)),
      ]);
      expect(found).toEqual(lines);
    }),
  );
});

test('a line over the limit is an error, and its beginning is dropped', () => {
  const buffer = new LineBuffer(10);
  expect([...buffer.add(Buffer.from('12345'))]).toEqual([]);
  expect([...buffer.add(Buffer.from('67890\nab'))]).toEqual(['1234567890']);
  expect(() => [...buffer.add(Buffer.from('cdefghijk'))]).toThrow(LineTooLong);
  expect([...buffer.add(Buffer.from('c\n'))]).toEqual(['c']);
});

test.for([
  [
    "node:internal/modules/cjs/loader:1386\n  throw err;\n  ^\n\nError: Cannot find module '/x.js'\n    at a (b:1:2) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v24.21.0\n",
    "Error: Cannot find module '/x.js'",
  ],
  [
    'Traceback (most recent call last):\n  File "x.py", line 1\nModuleNotFoundError: No module named mcp\n',
    'ModuleNotFoundError: No module named mcp',
  ],
  ['starting\n\npanic: no display\ngoroutine 1\n', 'panic: no display'],
  ['one\ntwo\n\nthree\nfour\n', 'two | three | four'],
  ['segmentation fault', 'segmentation fault'],
  [' \n', ''],
] as const)('the error line of an output is found %#', ([said, told]) => {
  expect(lastWords(said)).toBe(told);
});
