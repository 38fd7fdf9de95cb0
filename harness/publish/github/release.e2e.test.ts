import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

test('a release wants one version in its tag, in package.json and at the head of the changelog', async () => {
  const step = await workflowStep('release.yml', 'pack', 'one version everywhere');
  const released = async (tag: string, version: string, heading: string) => {
    const folder = await folderOf({
      'package.json': JSON.stringify({ name: 'contract-bench', version, license: 'MIT' }, null, 2),
      'CHANGELOG.md': `# Changelog\n\n## ${heading}\n\n## 0.0.1 - 2026-01-01\n`,
    });
    return runStep(step, folder, { GITHUB_REF_NAME: tag });
  };
  expect(await released('v1.2.0', '1.2.0', '1.2.0 - 2026-11-24')).toMatchObject({ exitCode: 0 });
  expect(await released('v1.2.0', '1.2.0', '[1.2.0] - 2026-11-24')).toMatchObject({ exitCode: 0 });
  expect(await released('v1.2.1', '1.2.0', '1.2.0')).toMatchObject({ exitCode: 1 });
  const early = await released('v1.2.0', '1.2.0', 'Unreleased');
  expect(early).toMatchObject({ exitCode: 1 });
  expect(early.log).toContain('package.json says 1.2.0, CHANGELOG.md begins with Unreleased');
});

test('a tag of a commit that is not on main is refused', async () => {
  const step = await workflowStep('release.yml', 'pack', 'the commit is on main');
  const folder = await folderOf({ a: '' });
  await gitAs(folder, 'init', '--quiet', '--initial-branch=main');
  const main = await commitAll(folder, 'on main');
  await gitAs(folder, 'update-ref', 'refs/remotes/origin/main', main);
  expect(await runStep(step, folder, { GITHUB_REF_NAME: 'v1' })).toMatchObject({ exitCode: 0 });
  await writeFile(path.join(folder, 'a'), 'aside');
  await commitAll(folder, 'aside');
  const aside = await runStep(step, folder, { GITHUB_REF_NAME: 'v1' });
  expect([aside.exitCode, aside.log]).toEqual([1, expect.stringContaining('v1 is not on main')]);
});

test('the newest version that the changelog names is that of package.json', async () => {
  const changelog = await readFile(path.join(thisProject.root, 'CHANGELOG.md'), 'utf8');
  const headings = [...changelog.matchAll(/^## +\[?([^\]\s]+)/gm)].map(([, heading]) => heading);
  expect(headings.length).toBeGreaterThan(0);
  const [newest = packageJson.version] = headings.filter((heading) => heading !== 'Unreleased');
  expect(newest).toBe(packageJson.version);
});
