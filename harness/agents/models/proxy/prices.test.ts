import { expect, test } from 'vitest';
import { isRehearsal } from './prices.ts';

const listed = 'claude-sonnet-5-5';
const own = 'a-model-of-somebody';

test.each([
  ['vendor', listed, false, false],
  ['vendor', listed, true, true],
  ['vendor', own, true, false],
  ['loopback', listed, false, true],
  ['loopback', own, true, true],
  ['private', listed, false, true],
] as const)(
  'at a %s endpoint, %s with a price by flag %s: a rehearsal %s',
  (endpoint, asked, priceByFlag, is) => {
    expect(isRehearsal({ endpoint, asked }, { priceByFlag })).toBe(is);
  },
);
