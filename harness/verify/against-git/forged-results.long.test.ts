import { beforeAll, test } from 'vitest';
import { editsOfNew, editsOfOld } from '../../test-remotes/forged-edits.ts';
import {
  expectRefused,
  type ForgedProject,
  forge,
  forgedProject,
} from '../../test-remotes/forged-project.ts';

let project: ForgedProject;
beforeAll(async () => {
  project = await forgedProject();
});

test.each(editsOfOld)('of a committed file %s is refused', async (_, by, why) => {
  const { old, recent, copy } = project;
  const folder = await copy();
  await forge(folder, old, by);
  await expectRefused(folder, recent, { sha: old, why });
});

test.each(editsOfNew)('of a new file %s is refused', async (_, by, why, as = project.recent) => {
  const { recent, copy } = project;
  const folder = await copy();
  await forge(folder, recent, by, as);
  await expectRefused(folder, recent, { sha: as, why });
});
