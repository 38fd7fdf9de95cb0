import { expect, test } from 'vitest';
import type { Point } from './chart-table.ts';
import { moved } from './cursor.ts';
import { stretchesOf } from './interval-bands.ts';
import { roomOfPage } from './room-of-page.ts';
import { bandedLines, isFaded } from './view.ts';

const view = (highlighted: number | null, ...hidden: number[]) => ({ hidden: new Set(hidden), highlighted });

test('others stand back behind a highlighted line, but not behind a hidden one', () => {
  expect([0, 1].map((line) => isFaded(view(null), line))).toEqual([false, false]);
  expect([0, 1].map((line) => isFaded(view(1), line))).toEqual([true, false]);
  expect([0, 1].map((line) => isFaded(view(1, 1), line))).toEqual([false, false]);
});

test('bands are drawn of the highlighted line, or of two at most', () => {
  expect(bandedLines(view(null), 2)).toEqual([0, 1]);
  expect(bandedLines(view(null), 3)).toEqual([]);
  expect(bandedLines(view(2), 3)).toEqual([2]);
  expect(bandedLines(view(null, 0), 3)).toEqual([1, 2]);
  expect(bandedLines(view(0, 0), 4)).toEqual([]);
});

test('a band has the gaps of its line', () => {
  const run = { name: '', href: '' };
  const point = (atMs: number, value: number | null): Point => ({
    ...{ atMs, value, run, text: '', step: false },
    interval: value === null ? null : [0, 1],
  });
  const points = [
    point(1, 0.5),
    point(2, 0.5),
    point(3, null),
    point(4, 1),
    point(5, null),
    point(6, 1),
    point(7, 1),
  ];
  expect(stretchesOf(points).map((bounds) => bounds.map(({ atMs }) => atMs))).toEqual([
    [1, 2],
    [6, 7],
  ]);
});

test('keys walk along the lines that are shown, from the newest point of the first', () => {
  const lengths = [3, 0, 2, 4];
  const hidden = new Set([0]);
  const walk = (...keys: string[]) =>
    keys.reduce<ReturnType<typeof moved>>((at, key) => moved(at ?? null, key, lengths, hidden), null);
  expect(walk('ArrowLeft')).toEqual({ line: 2, index: 1 });
  expect(walk('ArrowLeft', 'ArrowLeft')).toEqual({ line: 2, index: 0 });
  expect(walk('ArrowLeft', 'ArrowLeft', 'ArrowLeft')).toEqual({ line: 2, index: 0 });
  expect(walk('End', 'ArrowDown', 'End')).toEqual({ line: 3, index: 3 });
  expect(walk('End', 'ArrowDown', 'End', 'ArrowUp')).toEqual({ line: 2, index: 1 });
  expect(walk('End', 'Escape')).toBeNull();
  expect(walk('a')).toBeUndefined();
  expect(moved({ line: 0, index: 1 }, 'ArrowLeft', lengths, hidden)).toEqual({ line: 2, index: 1 });
  expect(moved(null, 'ArrowLeft', [0], new Set())).toBeUndefined();
});

test('figures with few points leave their room to the others', () => {
  expect(roomOfPage([1, 2, 3], 100)).toEqual([1, 2, 3]);
  expect(roomOfPage([1000, 10, 500], 110)).toEqual([50, 10, 50]);
  expect(roomOfPage([], 5)).toEqual([]);
});
