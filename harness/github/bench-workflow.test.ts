import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleRun } from '../examples/example-run.ts';
import { saveRun } from '../result/store/save-run.ts';
import { commitAll, gitAs } from '../test-remotes/git-as.ts';
import { remoteOf } from '../test-remotes/remote-of.ts';
import { folderOf } from '../testing/folder-of.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { runStep, workflowStep } from '../testing/workflow-step.ts';

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
