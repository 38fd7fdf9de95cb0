import { expect, test } from 'vitest';
import { answerInWords, reportInFile, reportOf } from './report.ts';

test.each([
  [{ success: true, answer: '42' }, true, '42'],
  [{ success: 'false', answer: '' }, false, null],
  [{ success: 'perhaps', answer: 7 }, null, '7'],
  [{ answer: 0 }, null, '0'],
  [{ answer: -41.8 }, null, '-41.8'],
  [{ answer: false }, null, 'false'],
  [{ success: true, answer: ' 34 \n' }, true, '34'],
  [{ answer: '  ' }, null, null],
  [{ answer: Number.NaN }, null, null],
  [{ answer: Number.POSITIVE_INFINITY }, null, null],
  [{ answer: { toString: '34' } }, null, null],
  [{ answer: null }, null, null],
  [JSON.parse('{"__proto__": {"answer": "34"}}'), null, null],
  [['34'], null, null],
  [null, null, null],
  ['34', null, null],
])('of the arguments %j of done', (args, success, answer) => {
  expect(reportOf(args)).toEqual({ success, answer });
});

test.each([
  ['34', null, '34'],
  ['\uFEFF34\r\n', null, '34'],
  ['{"answer": 34}', null, '34'],
  ['{"success": true}', true, null],
  ['{"success": true, "answer": false}', true, 'false'],
  ['I read it.\nANSWER: 34\n', null, '34'],
  ['{"total": 34}', null, '{"total": 34}'],
  ['[34]', null, '[34]'],
])('of a file with %j', (text, success, answer) => {
  expect(reportInFile(text)).toEqual({ success, answer });
});

test.each(['', ' \n'])('a file with %j has no report', (text) => {
  expect(reportInFile(text)).toBeNull();
});

test.each([
  ['I looked at both.\nANSWER: 41.80 EUR', '41.80 EUR'],
  ['ANSWER: not_found\n\n', 'not_found'],
  ['So:\r\n  ANSWER: 34\r\n', '34'],
  ['ANSWER:', null],
  ['I looked.\n**ANSWER:** 34', '34'],
  ['**ANSWER: 41.80 EUR**\n', '41.80 EUR'],
  ['*ANSWER:* 34', '34'],
  ['__ANSWER:__ *a* and *b*', '*a* and *b*'],
  ['ANSWER: **34**', '**34**'],
  ['**ANSWER:**', null],
  ['ANSWER: 1\nor rather two', null],
  ['The ANSWER: 42', null],
  ['', null],
])('the text %j has the answer %j', (words, answer) => {
  expect(answerInWords(words)).toBe(answer);
});

test('many spaces in an answer are read in linear time', () => {
  const said = `3${' '.repeat(60_000)}4`;
  expect(answerInWords(`ANSWER: ${said}\n`)).toBe(said);
  expect(answerInWords(`ANSWER: ${said}\nor five`)).toBeNull();
});
