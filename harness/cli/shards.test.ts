import { beforeAll, expect, test } from 'vitest';
import { type ScratchProject, scratchProject } from '../testing/scratch-project.ts';
import { playShards, reportOf, type ShardEnd } from '../testing/shards.ts';

let project: ScratchProject;
let played: ShardEnd;

/** One of each shard, of one suite; the long test has all tasks of two suites. */
const flags = ['--task', 'example-h1,local-form-submit'];

beforeAll(async () => {
  project = await scratchProject();
  const whole = project.harness([...flags, '--out', 'whole', '--no-save']);
  [played] = await Promise.all([playShards(project, 2, flags), whole]);
  expect(await whole).toMatchObject({ exitCode: 0 });
});

test.concurrent('two shards merge to the report of the unsharded, are appended as one run and verified', async () => {
  const merged = await project.harness(['merge', ...played.folders, '--out', 'merged']);
  expect(merged).toMatchObject({ exitCode: 0, stderr: '' });
  expect(merged.stdout).toMatch(/^2 shards merged into merged; appended to results\/[0-9a-f]{40}\.json$/m);
  expect(await reportOf(project, 'merged')).toBe(await reportOf(project, 'whole'));
  expect(await project.results()).toMatchObject({
    runs: [{ complete: true, suite: 'fixtures', config: { workers: 1 } }],
  });
  const verified = await project.harness(['verify', 'merged', '--sha', project.sha ?? '']);
  expect(verified).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^verified 1 run, 2 episodes/),
  });
});

test.concurrent('a missing and a doubled shard are refused by name, and nothing is written', async () => {
  const [one = ''] = played.folders;
  const refused = await project.harness(['merge', one, one, '--out', 'refused']);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^merge: shard 2\/2 of fixtures is missing$/m);
  expect(refused.stderr).toMatch(/^merge: shard 1\/2 of fixtures is there twice: shard-1, shard-1$/m);
  await expect(reportOf(project, 'refused')).rejects.toThrow(/ENOENT/);
});
