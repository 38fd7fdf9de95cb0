import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { runSuite } from '../../experiments/skills/run-suite.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { suiteOf } from '../../testing/skill-suite.ts';
import { readSkillRuns } from './read-skill-runs.ts';

test('kept runs are read newest first, and a file that is none is named', async () => {
  const loaded = await suiteOf({
    verifiers: { there: { function: 'bundle_file_exists', args: { path: 'answer.txt' } } },
  });
  const run = JSON.stringify(await runSuite(loaded, { project: thisProject, deterministic: true }));
  const folder = await folderOf({ '20260101T000000000Z-a.json': run, '20260102T000000000Z-b.json': run });
  expect(readSkillRuns(folder).map(({ id }) => id)).toEqual([
    '20260102T000000000Z-b',
    '20260101T000000000Z-a',
  ]);
  expect(readSkillRuns(folder).map(({ noResult }) => noResult)).toEqual(
    Array(2).fill('it has no model_label'),
  );
  expect(readSkillRuns(`${folder}/none`)).toEqual([]);
  const wrong = await folderOf({ 'x.json': '{}' });
  expect(() => readSkillRuns(wrong)).toThrow(/x\.json: /);
});
