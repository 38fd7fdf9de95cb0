import { beforeAll, expect, test } from 'vitest';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';
import { expectToldAndHelped, helped, mistakes } from '../typed-mistakes.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('a mistake of the user is told with what there is, and help is of each command', async () => {
  await expectToldAndHelped(project, mistakes, helped);
});

test('a run that is not confined says why', async () => {
  const env = { ...cleanEnv(), CONTRACT_BENCH_CONFINE: '0' };
  const { stderr } = await project.harness(['--task', 'example-h1', '--no-save'], { env });
  expect(stderr.split('\n').filter((line) => line.startsWith('not confined: '))).toEqual([
    expect.stringContaining('CONTRACT_BENCH_CONFINE turns it off'),
  ]);
});
