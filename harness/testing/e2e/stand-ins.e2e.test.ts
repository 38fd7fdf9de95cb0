import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { depotPages, depotRun, signIn } from '../depot.ts';
import { runTogether } from '../run-together.ts';

test('a login with a password of the goal is recorded, its answers are saved whole', async () => {
  const { words } = await depotRun(depotPages, signIn);
  const [recorded] = await runTogether({ folder: thisProject.root }, [[...words, '--record']]);
  expect(recorded?.stdout).toMatch(/recorded {2}.*depot-slot\.jsonl/);
  expect(recorded?.stdout).toMatch(/answers {2}.*out\/answers\/depot-slot/);
  expect(recorded?.exitCode).toBe(0);
});
