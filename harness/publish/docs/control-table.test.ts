import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { controlTable } from './control-table.ts';

test('docs/validity.md has every control', async () => {
  expect(await controlTable(thisProject, 'check')).toEqual({ current: true });
});
