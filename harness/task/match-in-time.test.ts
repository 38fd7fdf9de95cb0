import { expect, test } from 'vitest';
import { matchInTime } from './match-in-time.ts';

test('a pattern matches unanchored and without flags', () => {
  expect(matchInTime('wiki', 'https://a.test/wiki/x')).toEqual({ matched: true });
  expect(matchInTime('WIKI', 'https://a.test/wiki/x')).toEqual({ matched: false });
  expect(matchInTime('^b', 'a\nb')).toEqual({ matched: false });
});

test('a pattern that backtracks is stopped', () => {
  expect(matchInTime('(a+)+$', `${'a'.repeat(40)}b`)).toEqual({
    reason: 'the pattern ran for more than 50 ms',
  });
  expect(matchInTime('a', 'a')).toEqual({ matched: true });
});

test('an input of more than 10,000 characters is refused and not cut', () => {
  expect(matchInTime('a$', `${'b'.repeat(9999)}a`)).toEqual({ matched: true });
  expect(matchInTime('a', 'a'.repeat(10_001))).toEqual({
    reason: '10001 characters are too many to match a pattern against (at most 10000)',
  });
});

test('what does not parse is a reason', () => {
  expect(matchInTime('(', 'a')).toMatchObject({ reason: expect.stringContaining('Unterminated group') });
});

test.each(["');throw 1//", '`$1`', '\u2028', '\\', 'input', '\0'])(
  'pattern and input %j are data',
  (text) => {
    expect(matchInTime(text.replace(/[\\$`{}()]/g, '\\$&'), text)).toEqual({ matched: true });
  },
);
