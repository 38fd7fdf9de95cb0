import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleRun } from '../examples/example-run.ts';
import { mergeResultsFiles } from './merge-results-files.ts';
import type { ResultsFile } from './result.ts';

function fileOf(ids: readonly string[], commit: Partial<ResultsFile['commit']> = {}): ResultsFile {
  return {
    schema: 'contract-bench.results.v2',
    sha: 'a'.repeat(40),
    commit: { date: null, parents: [], ...commit },
    runs: ids.map((runId) => exampleRun({ runId })),
  };
}

test('every run of either file is in the merged one, each once, whoever merges into whom', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
  fc.assert(
    fc.property(ids, ids, (ours, theirs) => {
      const { merged, added, conflicts } = mergeResultsFiles(fileOf(theirs), fileOf(ours));
      expect(merged.runs.map(({ runId }) => runId)).toEqual([...new Set([...ours, ...theirs])].sort());
      expect(added).toEqual(ours.filter((id) => !theirs.includes(id)));
      expect(conflicts).toEqual([]);
      expect(mergeResultsFiles(fileOf(ours), fileOf(theirs)).merged).toEqual(merged);
    }),
  );
});

test('a run that both have and that is not the same is a conflict', () => {
  const other = { ...fileOf([]), runs: [exampleRun({ runId: 'a', durationMs: 1 })] };
  expect(mergeResultsFiles(fileOf(['a', 'b']), other)).toMatchObject({ added: [], conflicts: ['a'] });
});

test('of what is said of the commit the fuller is kept', () => {
  const full = { date: '2026-01-01T00:00:00Z', parents: ['b'.repeat(40)], subject: 'feat: all' };
  expect(mergeResultsFiles(fileOf([]), fileOf([], full)).merged.commit).toEqual(full);
  expect(mergeResultsFiles(fileOf([], full), fileOf([])).merged.commit).toEqual(full);
});
