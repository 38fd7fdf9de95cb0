import { expect, test } from 'vitest';
import { weakerPatterns } from './weaker-patterns.ts';

test.each<[string, Record<string, string>]>([
  [
    '^https://example\\.com/(?:[?#]|$)',
    {
      'start anchor removed': 'https://example\\.com/(?:[?#]|$)',
      'end anchor removed': '^https://example\\.com/(?:[?#]|)',
      'its host only': 'example\\.com',
    },
  ],
  [
    '^a$|^b$',
    {
      'start anchor 1 removed': 'a$|^b$',
      'end anchor 1 removed': '^a|^b$',
      'start anchor 2 removed': '^a$|b$',
      'end anchor 2 removed': '^a$|^b',
    },
  ],
  ['https?://(?:www\\.)?a\\.test:80/x', { 'its host only': '(?:www\\.)?a\\.test:80' }],
  ['https:\\/\\/[^/]+\\.a\\.test\\/x', { 'its host only': '[^/]+\\.a\\.test' }],
  ['://a\\.test(?:/|$)', { 'end anchor removed': '://a\\.test(?:/|)', 'its host only': 'a\\.test' }],
  ['/wiki/[$^]\\$', {}],
  ['a.test/(', {}],
])('%s', (pattern, weaker) => {
  expect(Object.fromEntries(weakerPatterns(pattern).map((each) => [each.name, each.pattern]))).toEqual(
    weaker,
  );
});

test('an anchor beside `.*` changes nothing, beside an escaped dot it does', () => {
  expect(weakerPatterns('^.*wiki.*$')).toEqual([]);
  expect(weakerPatterns('wiki\\.*$').map(({ name }) => name)).toEqual(['end anchor removed']);
});
