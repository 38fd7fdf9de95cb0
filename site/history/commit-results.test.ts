import path from 'node:path';
import { expect, test } from 'vitest';
import { readHistory } from '../../harness/results/records/read-history.ts';
import { openCommitResults } from './commit-results.ts';

const results = path.join(import.meta.dirname, '../../results');

test('a page is handed the results of a commit as the history has them, those of an old schema lifted', () => {
  const resultsOf = openCommitResults(results);
  const history = [...readHistory(results)];
  expect(history.some(({ runs }) => runs.some(({ config }) => config.keyVersion === 1))).toBe(true);
  for (const file of history) expect(resultsOf(file.sha)).toEqual(file);
});
