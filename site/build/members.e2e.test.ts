import { expect, test } from 'vitest';
import { projectWithMembers } from '../../harness/testing/project-with-members.ts';

test('a measure is one file and one line: totals, standings, history and the terminal have it', async () => {
  const { made } = await projectWithMembers();
  expect(made.totals).toHaveProperty('medianServerErrors', 3);
  expect(made.row).toHaveProperty('serverErrors.median', 3);
  expect(made.row).toHaveProperty('history.1.medianServerErrors', 3);
  const head = made.table.findIndex((line) => line.endsWith('median server errors'));
  expect(made.table[head + 1]).toMatch(/ 3$/);
  expect(made.old).toBe(true);
});
