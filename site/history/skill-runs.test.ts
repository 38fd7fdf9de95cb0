import { expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { runSuite } from '../../harness/skills/run-suite.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { suiteOf } from '../../harness/testing/skill-suite.ts';
import { percentOf, points, readSkillRuns } from './skill-runs.ts';

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
  expect(readSkillRuns(`${folder}/none`)).toEqual([]);
  const wrong = await folderOf({ 'x.json': '{}' });
  expect(() => readSkillRuns(wrong)).toThrow(/x\.json: /);
});

test('rates and differences in words', () => {
  expect([percentOf(0.3333), points(0.6667), points(-0.05)]).toEqual(['33.3 %', '+66.7', '−5.0']);
});
