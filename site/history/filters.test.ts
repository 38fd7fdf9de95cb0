import { expect, test } from 'vitest';
import { type Filterable, filterData, filtersOf } from './filters.ts';

const row = (changes: Partial<Filterable> = {}): Filterable => ({
  ...{
    kind: 'model',
    suite: 'town',
    web: 'hermetic',
    model: 'a/b',
    endpoint: null,
    weights: null,
    server: { id: 'one' },
  },
  ...changes,
});
const named = (rows: readonly Filterable[]) =>
  filtersOf(rows, (suite) => `The ${suite}`).map(({ name, choices }) => [
    name,
    choices.map(({ label }) => label).join(),
  ]);

test('only what some rows differ in can be chosen', () => {
  expect(named([row(), row()])).toEqual([]);
  expect(named([row(), row({ kind: 'agent', model: null })])).toEqual([['kind', 'agent,model']]);
});

test('a model on this machine, ceilings and floors are kinds of their own', () => {
  const kinds = (['oracle', 'baseline', 'control', 'replay'] as const).map((kind) => row({ kind }));
  expect(named([row({ endpoint: 'loopback' }), row({ endpoint: 'private' }), ...kinds])).toEqual([
    ['kind', 'ceiling,control,floor,gate,local model,model'],
  ]);
});

test('rows of open weights have a chip of their own', () => {
  const open = row({ weights: { quantisation: 'Q4_1', files: [] } });
  expect(named([row(), open])).toEqual([['kind', 'model,open weights']]);
  const filters = filtersOf([row(), open], String);
  expect(filterData(open, filters)['data-kind']).not.toBe(filterData(row(), filters)['data-kind']);
});

test('a suite has its name, and the value of a chip is the attribute of its rows', () => {
  const rows = [row(), row({ suite: 'web-10', model: 'c d', server: { id: 'two' }, web: 'live' })];
  expect(named(rows)).toEqual([
    ['suite', 'The town,The web-10'],
    ['model', 'a/b,c d'],
    ['server', 'one,two'],
    ['web', 'live,sealed'],
  ]);
  const filters = filtersOf(rows, String);
  const models = filters.find(({ name }) => name === 'model');
  expect(rows.map((each) => filterData(each, filters)['data-model'])).toEqual(
    models?.choices.map(({ value }) => value),
  );
  expect(filterData(row({ model: null }), filters)).not.toHaveProperty('data-model');
  expect(filterData(row(), [])).toEqual({});
});
