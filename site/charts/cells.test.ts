import { expect, test } from 'vitest';
import { scaleOf, stripOf, tokenBarOf } from './cells.ts';

test('a strip has a mark a value in its order, whose height says what its colour says', () => {
  const heights = { native: 12, script: 6, not: 0 };
  expect(stripOf(['native', 'native', 'not', 'script', 'native'], heights)).toEqual({
    width: 24,
    paths: [
      { value: 'native', height: 12, path: 'M0 6h9M20 6h4' },
      { value: 'script', height: 6, path: 'M15 9h4' },
    ],
  });
  expect(stripOf([], heights)).toEqual({ width: 1, paths: [] });
});

test('a bar of tokens is its tool list and then its answers, of the length that they have among the others', () => {
  expect(tokenBarOf({ list: 1000, answers: 500 }, 3000, 160)).toEqual({
    list: 'M0 0h53.3v12H0z',
    answers: 'M53.3 0h26.7v12h-26.7z',
  });
  expect(tokenBarOf({ list: 0, answers: 0 }, 0, 160).list).toBe('M0 0h0v12H0z');
});

test('a scale is empty below rules that pass nothing, and open from them to the written solution', () => {
  expect(scaleOf({ floor: 0, ceiling: 1, agent: null }, 300)).toEqual({
    floor: null,
    open: 'M0 0H300v12H0z',
    marks: 'M0 -2h2v16h-2zM298 -2h2v16h-2z',
    agent: null,
  });
  expect(scaleOf({ floor: 0.2, ceiling: 1, agent: 0.5 }, 300)).toMatchObject({
    floor: 'M0 0H60v12H0z',
    open: 'M60 0H300v12H60z',
    agent: 150,
  });
  expect(scaleOf({ floor: 1, ceiling: 1, agent: null }, 300).open).toBeNull();
});
