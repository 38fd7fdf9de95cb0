import { expect, test } from 'vitest';
import { listedPackages } from '../results/records/listed-packages.ts';
import { packageOf, servers } from './index.ts';

test('who reads a row knows the package of every listed server', () => {
  const listed = servers.map(({ id, origin }) => [
    id,
    { package: packageOf({ origin }), installed: 'program' in origin || 'install' in origin },
  ]);
  expect(listedPackages).toEqual(Object.fromEntries(listed));
});
