import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { kinds } from '../../judge/operator-of.ts';
import { operatorsSection, operatorsTable } from './operators-table.ts';

test('the committed table of operators is current', async () => {
  expect(await operatorsSection(thisProject, 'check')).toEqual({ current: true });
});

test('every kind has a row of its own', () => {
  const rows = operatorsTable().slice(2);
  expect(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(kinds);
});
