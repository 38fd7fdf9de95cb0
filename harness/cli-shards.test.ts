import { beforeAll, expect, test } from 'vitest';
import { type ScratchProject, scratchProject } from './testing/scratch-project.ts';
import { type Played, playShards, reportOf } from './testing/shards.ts';

let project: ScratchProject;
let played: Played;

beforeAll(async () => {
  project = await scratchProject();
  played = await playShards(project, 2, ['--task', 'example-h1,fixture-dom-count,task-01-example-com-title']);
});

test('two shards of two suites merge to the report of the unsharded, are appended as one run each and verified', async () => {
  const whole = await project.harness([...played.flags, '--out', 'whole', '--no-save']);
  expect(whole.exitCode).toBe(0);
  const merged = await project.harness(['merge', ...played.folders, '--out', 'merged']);
  expect(merged).toMatchObject({ exitCode: 0, stderr: '' });
  expect(merged.stdout).toMatch(/^2 shards merged into merged; appended to results\/[0-9a-f]{40}\.json$/m);
  expect(await reportOf(project, 'merged')).toBe(await reportOf(project, 'whole'));
  expect(await project.results()).toMatchObject({
    runs: [{ complete: true, config: { workers: 1 } }, { complete: true }],
  });
  const verified = await project.harness(['verify', 'merged', '--sha', project.sha ?? '']);
  expect(verified).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^verified 2 runs, 3 episodes/),
  });
});

test('a missing and a doubled shard are refused by name, and nothing is written', async () => {
  const [one = ''] = played.folders;
  const refused = await project.harness(['merge', one, one, '--out', 'refused']);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^merge: shard 2\/2 of fixtures is missing$/m);
  expect(refused.stderr).toMatch(/^merge: shard 1\/2 of fixtures is there twice: shard-1, shard-1$/m);
  await expect(reportOf(project, 'refused')).rejects.toThrow(/ENOENT/);
});
