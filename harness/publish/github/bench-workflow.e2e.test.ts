import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleRun } from '../../results/examples/example-run.ts';
import { readResultsFile } from '../../results/records/read-history.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { remoteOf } from '../../testing/remotes/remote-of.ts';
import { scratchProject } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

test('the commit measured is the newest that touched anything but results, with merges too', async () => {
  const newest = await workflowStep(
    'bench.yml',
    'commit',
    'the newest commit that touched anything but results',
  );
  const folder = await folderOf({ 'README.md': 'one' });
  const measured = async () => (await runStep(newest, folder)).outputs.sha;
  await gitAs(folder, 'init', '--quiet', '--initial-branch', 'main');
  const first = await commitAll(folder, 'one');
  await mkdir(path.join(folder, 'results'));
  await writeFile(path.join(folder, 'results', 'a.json'), '1');
  await commitAll(folder, 'results');
  expect(await measured()).toBe(first);

  await gitAs(folder, 'checkout', '--quiet', '-b', 'side', first);
  await writeFile(path.join(folder, 'side.md'), 'two');
  const side = await commitAll(folder, 'side');
  await gitAs(folder, 'checkout', '--quiet', 'main');
  await gitAs(folder, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'side');
  expect(await measured()).toBe(side);

  await writeFile(path.join(folder, 'main.md'), 'three');
  const both = await commitAll(folder, 'both');
  expect(await measured()).toBe(both);
});

if (isLong) {
  test('bench.yml from its first replay to the push: what is attested is what results/ says, byte for byte', async () => {
    const { folder, sha } = await scratchProject();
    const remote = await remoteOf(folder);
    const run = async (job: string, name: string, env: Record<string, string> = {}) => {
      const ended = await runStep(await workflowStep('bench.yml', job, name), folder, env);
      expect(ended.exitCode, ended.log).toBe(0);
      return ended;
    };
    await mkdir(path.join(folder, 'shards'));
    for (const SHARD of ['1', '2']) {
      await run('measure', 'replay', { SHA: sha ?? '', SERVER: 'playwright', SHARD });
      await rename(path.join(folder, 'reports'), path.join(folder, 'shards', `shard-playwright-${SHARD}`));
    }
    const { outputs } = await run('merge', 'merge');
    const ids: string[] = JSON.parse(outputs.runs ?? '');
    const { runs } = readResultsFile(path.join(folder, 'results', `${sha}.json`));
    expect(runs.map(({ runId }) => runId).sort()).toEqual(ids);
    expect((await readdir(path.join(folder, 'runs'))).sort()).toEqual(ids.map((id) => `${id}.json`));
    await mkdir(path.join(folder, 'results', 'attestations'));
    for (const each of runs) {
      const attested = await readFile(path.join(folder, 'runs', `${each.runId}.json`), 'utf8');
      expect(attested).toBe(`${JSON.stringify(each, null, 2)}\n`);
      await writeFile(path.join(folder, 'results', 'attestations', `${each.runId}.sigstore.json`), '{}\n');
    }
    await run('publish', 'publish');
    const pushed = await gitAs(remote, 'diff', '--name-only', sha ?? '', 'main');
    const attestations = ids.map((id) => `results/attestations/${id}.sigstore.json`);
    expect(new Set(pushed.split('\n'))).toEqual(new Set([`results/${sha}.json`, ...attestations]));
  });

  test('the step that publishes pushes the results and their attestations', async () => {
    const project = await scratchProject();
    const remote = await remoteOf(project.folder);
    const results = path.join(project.folder, 'results');
    const run = exampleRun();
    await saveRun(results, project.sha ?? '', { date: null, parents: [] }, run);
    await mkdir(path.join(results, 'attestations'));
    await writeFile(path.join(results, 'attestations', `${run.runId}.sigstore.json`), '{}\n');
    const publish = await workflowStep('bench.yml', 'publish', 'publish');
    const { exitCode, log } = await runStep(publish, project.folder);
    expect(exitCode, log).toBe(0);
    const pushed = await gitAs(remote, 'diff', '--name-status', project.sha ?? '', 'main');
    const added = [`results/${project.sha}.json`, `results/attestations/${run.runId}.sigstore.json`];
    expect(new Set(pushed.split('\n'))).toEqual(new Set(added.map((file) => `A\t${file}`)));
  });
}
