import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateTicks } from './date-ticks.ts';

const labels = (from: string, to: string, most = 5) =>
  dateTicks(Date.parse(from), Date.parse(to), most).map(({ label }) => label);

test.each([
  [
    '2026-01-01T10:00Z',
    '2026-01-01T10:04Z',
    ['01-01 10:00', '01-01 10:01', '01-01 10:02', '01-01 10:03', '01-01 10:04'],
  ],
  ['2026-01-01T10:07Z', '2026-01-02T03:00Z', ['01-01 12:00', '01-01 18:00', '01-02 00:00']],
  ['2026-02-26T10:07Z', '2026-03-02T03:00Z', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
  ['2025-11-15T00:00Z', '2026-02-20T00:00Z', ['2025-12', '2026-01', '2026-02']],
  ['2019-05-01T00:00Z', '2026-02-20T00:00Z', ['2020', '2022', '2024', '2026']],
])('from %s to %s', (from, to, expected) => {
  expect(labels(from, to)).toEqual(expected);
});

test('no label comes twice and each stands where it says', () => {
  const epoch = Date.UTC(2020, 0, 1);
  const spans = fc.record({
    minMs: fc.integer({ min: epoch, max: epoch + 3e11 }),
    spanMs: fc.oneof(fc.integer({ min: 121_000, max: 1e8 }), fc.integer({ min: 1e8, max: 3e11 })),
    most: fc.integer({ min: 3, max: 6 }),
  });
  fc.assert(
    fc.property(spans, ({ minMs, spanMs, most }) => {
      const ticks = dateTicks(minMs, minMs + spanMs, most);
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
      expect(ticks.length).toBeLessThanOrEqual(most);
      expect(ticks.length).toBeGreaterThanOrEqual(1);
      for (const { atMs, label } of ticks) {
        expect(atMs).toBeGreaterThanOrEqual(minMs);
        expect(atMs).toBeLessThanOrEqual(minMs + spanMs);
        expect(new Date(atMs).toISOString().replace('T', ' ')).toContain(label);
      }
    }),
  );
});
