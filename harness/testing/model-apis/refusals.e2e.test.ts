import { describe, expect, test } from 'vitest';
import { caller, isRefused, post, refusalsOf } from '../models/refused.ts';
import { dialects } from './index.ts';
import { startVendor } from './start-vendor.ts';

describe.each(refusalsOf('small'))('$id', ({ dialect, rows }) => {
  test.each(rows)('refuses $refuses ($rule)', (row) => isRefused(dialect, row));

  test('takes genuine requests, thoughts sent back as they came', async () => {
    await using vendor = await startVendor(dialect.id, caller);
    const first = await post(vendor, dialect.example(vendor.key));
    const second = await post(vendor, dialect.example(vendor.key, JSON.parse(first.text)));
    expect([first.status, second.status], second.text).toEqual([200, 200]);
    expect(second.text).toContain('Done.');
    expect(vendor.requests.map(({ refused }) => refused)).toEqual([null, null]);
  });
});

test('every refusal has a rule of its own within its dialect, and a source that can be opened', () => {
  for (const { id, rows } of dialects) {
    expect(new Set(rows.map(({ rule }) => rule)).size, id).toBe(rows.length);
    for (const { rule, source } of rows) expect(URL.parse(source)?.protocol, `${id} ${rule}`).toBe('https:');
  }
});
