import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factKinds } from '../../judge/fact-kinds/index.ts';
import { gatherers } from './index.ts';

test('every kind of fact of the operators is gathered once', () => {
  const gathered = gatherers.map(({ kind }) => kind);
  expect(gathered.toSorted()).toEqual(factKinds.map(({ name }) => name).toSorted());
});

test('the list is the folder', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !/^(index|gatherer|.*\.test)\.ts$/.test(file),
  );
  expect(files).toHaveLength(gatherers.length);
});
