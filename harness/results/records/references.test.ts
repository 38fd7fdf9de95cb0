import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { readReferences, reasonsNotComparable } from './references.ts';

const file = join(import.meta.dirname, '../../../results/references.json');
const references = readReferences(file);

test('the ledger has the published rows', () => {
  const rows = references.map(({ system, claims, excluded }) => [
    system,
    ...claims.map(({ value }) => value),
    excluded.episodes,
  ]);
  expect(rows).toEqual([
    ['notte', 86.2, 79, 47, 96.6, 8],
    ['browser-use', 77.3, 60.2, 113, 83.3, 21],
    ['convergence proxy-lite', 38.4, 31.4, 83, 50, 11],
  ]);
});

test('every published number stands in the passage that is quoted', () => {
  for (const { claims, source } of references) {
    for (const { value, unit } of claims)
      expect(source.quote).toMatch(new RegExp(`${value}(\\.0)?${unit === 'percent' ? '%' : 's'}`));
    expect(source.url).toContain(`${source.repository}/blob/${source.commit}/${source.path}`);
  }
});

test('every row says why it cannot be compared', () => {
  for (const reference of references) {
    expect(reasonsNotComparable(reference).map((reason) => reason.split(':')[0])).toEqual([
      'other tasks',
      'other judge',
      'other caps',
      'other trials',
      'other denominator',
    ]);
  }
});

test('without the crashes the traces come near to what is printed, and how near is said', () => {
  const [notte, browserUse, proxyLite] = references.map((each) => reasonsNotComparable(each).at(-1));
  expect(notte).toContain(
    'over the other 232 their traces give 86.2 % and 78.9 %, nearly the printed 86.2 % and 79.0 %',
  );
  expect(browserUse).toContain(
    'over the other 219 their traces give 77.6 % and 60.3 %, nearly the printed 77.3 % and 60.2 %',
  );
  expect(proxyLite).toContain('over the other 229 their traces give 38.4 % and 31.4 %, as printed');
});

test('a row without its source is an error that names the field', async () => {
  const [{ source: _, ...row } = { source: null }] = references;
  const record = { schema: 'contract-bench.references.v1', references: [row] };
  const broken = join(await folderOf({ 'references.json': JSON.stringify(record) }), 'references.json');
  expect(() => readReferences(broken)).toThrow(`${broken}: references[0].source: `);
});
