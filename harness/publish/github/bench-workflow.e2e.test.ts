import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
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
