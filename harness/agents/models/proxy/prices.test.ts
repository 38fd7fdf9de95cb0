import { expect, test } from 'vitest';
import { knownPrice, priceSourceOf, priceTable, staleIn, whyRehearsal, windowOf } from './prices.ts';

const listed = 'claude-sonnet-5-5';
const own = 'a-model-of-somebody';

test.each([
  ['vendor', listed, false, null],
  ['vendor', listed, true, /^flags set the price of claude/],
  ['vendor', own, true, null],
  ['host', own, true, null],
  ['host', listed, true, /^flags set the price of claude/],
  ['vendor', 'constructor', true, null],
  ['loopback', listed, false, /at a loopback address/],
  ['loopback', own, true, /at a loopback address/],
  ['private', listed, false, /at a private address/],
] as const)(
  'at a %s endpoint, %s with a price by flag %s: why it is a rehearsal: %s',
  (endpoint, asked, priceByFlag, why) => {
    const found = whyRehearsal({ endpoint, asked }, { priceByFlag });
    if (why === null) expect(found).toBeNull();
    else expect(found).toMatch(why);
  },
);

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
  'a model called "%s" has no price, and the window of an unknown one',
  (model) => {
    expect(knownPrice(model)).toBeNull();
    expect(windowOf(model)).toBe(windowOf(own));
  },
);

const day = (date: string) => new Date(`${date}T12:00:00Z`);
const rates = { input: 1, output: 5, cacheWrite: 1, cacheRead: 0.1 };
const table = {
  asOf: '2026-11-01',
  sources: [],
  models: {
    raised: { ...rates, window: 1000, until: '2026-12-31', after: { ...rates, output: 10 } },
    ended: { ...rates, window: 1000, until: '2026-11-30' },
    open: { ...rates, window: 1000 },
  },
};

test.each([
  ['raised', '2026-12-31', 5],
  ['raised', '2027-01-01', 10],
  ['ended', '2026-11-30', 5],
  ['ended', '2026-12-01', undefined],
  ['open', '2030-01-01', 5],
])('%s on %s: an output of %s USD', (model, date, output) => {
  expect(knownPrice(model, day(date), table)?.output).toBe(output);
});

test('outdated prices are named from that day on', () => {
  expect(staleIn(table, day('2026-11-30'))).toEqual([]);
  expect(staleIn(table, day('2027-01-01'))).toEqual([
    'the price table is 61 days old (2026-11-01)',
    'the price of raised ended on 2026-12-31; its announced price holds',
    'the price of ended ended on 2026-11-30 and is unknown now',
  ]);
  // The table itself is fresh on the day of its check.
  expect(staleIn(priceTable, day(priceTable.asOf))).toEqual([]);
});

test('a price from another page than the table names this page and its day', () => {
  expect(priceSourceOf(listed)).toEqual({ date: priceTable.asOf, sources: priceTable.sources });
  expect(priceSourceOf(own).date).toBe(priceTable.asOf);
  for (const [model, { seen }] of Object.entries(priceTable.models)) {
    if (!seen) continue;
    expect(priceSourceOf(model)).toEqual({ date: seen.date, sources: [seen.source] });
    expect([URL.parse(seen.source)?.protocol, seen.date <= priceTable.asOf]).toEqual(['https:', true]);
  }
});

test.each([
  ['mistral-medium-2604', { input: 1.5, output: 7.5, cacheRead: 0.15 }],
  ['qwen3.8-max', { input: 2, output: 6, cacheRead: 0.25 }],
  ['qwen3.8-flash', { input: 0.15, output: 0.47, cacheRead: 0.016 }],
])('%s has a known price', (model, rates) => {
  expect(knownPrice(model)).toMatchObject(rates);
});
