import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMatch } from '../../testing/arbitrary-contracts.ts';
import { samplePattern } from './near-miss.ts';
import { type Alternatives, parsePattern } from './pattern-tree.ts';
import { syntaxProblem } from './selector-problem.ts';
import { weakerPatterns } from './weaker-patterns.ts';

const part = fc.constantFrom(
  ...[
    'a',
    '.',
    '\\.',
    '\\d',
    '\\x2f',
    '\\u002F',
    '[a-z]',
    '[^?#]',
    '[\\]]',
    '(?:',
    '(',
    '(?<n>',
    '(?=',
    '(?<!',
    ')',
  ],
  ...['|', '^', '$', '?', '*', '+', '{2}', '{1,}', '??', '\\b', '\\1', '://', '/', '#', '{', '\\', '[', ']'],
);
const somePattern = fc
  .array(part, { maxLength: 14 })
  .map((parts) => parts.join(''))
  .filter((pattern) => syntaxProblem(pattern) === null);

test('the parts cover the pattern, each in its place', () => {
  fc.assert(
    fc.property(somePattern, (pattern) => {
      const rebuild = (alternatives: Alternatives): string =>
        alternatives
          .map((nodes) => nodes.map(({ start, end }) => pattern.slice(start, end)).join(''))
          .join('|');
      expect(rebuild(parsePattern(pattern))).toBe(pattern);
    }),
    { numRuns: 500 },
  );
});

test('a weaker pattern parses, and matches everything that the pattern matches', () => {
  fc.assert(
    fc.property(
      somePattern,
      fc.string({ unit: fc.constantFrom('a', '/', '#', '2', '.'), maxLength: 8 }),
      (pattern, input) => {
        for (const weaker of weakerPatterns(pattern)) {
          if (new RegExp(pattern).test(input)) expect(input).toMatch(new RegExp(weaker.pattern));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['^https://example\\.com/(?:[?#]|$)', 'https://example.com/'],
  ['/abs/2401\\.13919(?:v\\d+)?(?:[?#]|$)', '/abs/2401.13919'],
  ['^https?://[^/]+/a{3}\\x2fb+$', 'http://a/aaa/b'],
  ['(?:long|s)[?#]', 's?'],
  ['(?<year>\\d{4})-[A-F]$', '1111-A'],
  ['[Ss][Uu]\\s\\w[^\\S\\n]é?[éÉ]', 'SU a é'],
  ['[]', null],
  ['a{9999999}', 'a'.repeat(64)],
  ['(?:(?:a{64}){64}){64}', null],
])('%s is sampled as %s', (pattern, sample) => {
  expect(samplePattern(pattern, plainMatch)).toBe(sample);
});
