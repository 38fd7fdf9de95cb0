import { expect, test } from 'vitest';
import { locate } from './locate-text.ts';

test.each([
  [
    'an exact match is preferred',
    ['330\u00a0m 330 m'],
    '330 m',
    { as: 'exact', piece: 0, start: 6, end: 11 },
  ],
  ['in whatever piece', ['x', 'a330 m'], '330 m', { as: 'exact', piece: 1, start: 1, end: 6 }],
  ['folded whitespace', ['a 330 \n m'], ' 330 m', { as: 'whitespace', piece: 0, start: 2, end: 9 }],
  ['folded case', ['METHODS'], 'Methods', { as: 'case', piece: 0, start: 0, end: 7 }],
  [
    'characters that mean something in a pattern',
    ['A.B*(C'],
    'a.b*(c',
    { as: 'case', piece: 0, start: 0, end: 6 },
  ],
  ['not across pieces', ['33', '0 m'], '330 m', null],
  ['a place that is huge is no hint', [`a${' '.repeat(2000)}b`], 'a b', null],
  ['a wanted string that is only whitespace has no near miss', ['a\nb'], ' ', null],
  ['a wanted string that is huge has none either', ['A'.repeat(1001)], 'a'.repeat(1001), null],
] as const)('%s', (_name, pieces, wanted, place) => {
  expect(locate(pieces, wanted)).toEqual(place);
});
