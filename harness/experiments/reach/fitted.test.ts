import { expect, test } from 'vitest';
import type { ReachCell } from '../../results/records/parts/reach.ts';
import { fitted } from './play-roads.ts';

const cell: ReachCell = {
  ...{ road: 'open', target: 'file', verdict: 'blocked', by: 'browser', isError: true, why: null },
  call: 'c'.repeat(150),
  answer: { text: 'a'.repeat(200), sha256: '0'.repeat(64) },
  seen: 's'.repeat(100),
};
const many = (count: number) => Array.from({ length: count }, () => cell);

test('texts of cells are kept whole, and shorter if a server has many roads', () => {
  expect(fitted(many(100))).toEqual(many(100));
  const cells = fitted(many(130));
  expect(Buffer.byteLength(JSON.stringify(cells))).toBeLessThanOrEqual(82_000);
  expect(cells.length).toBe(130);
  expect(cells[0]?.answer?.text).toMatch(/^a{49,149}…$/);
  expect(cells[0]?.answer?.sha256).toBe(cell.answer?.sha256);
});
