import { describe, test } from 'vitest';
import { isRefused, refusalsOf } from '../models/refused.ts';

const large = refusalsOf('large').filter(({ rows }) => rows.length > 0);

describe.each(large)('$id', ({ dialect, rows }) => {
  test.each(rows)('refuses $refuses ($rule)', (row) => isRefused(dialect, row));
});
