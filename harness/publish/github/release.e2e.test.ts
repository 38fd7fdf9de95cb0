import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

test('a release wants one version in its tag, in package.json and at the head of the changelog', async () => {
  const step = await workflowStep('release.yml', 'publish', 'one version everywhere');
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

test('the newest version that the changelog names is that of package.json', async () => {
  const changelog = await readFile(path.join(thisProject.root, 'CHANGELOG.md'), 'utf8');
  const headings = [...changelog.matchAll(/^## +\[?([^\]\s]+)/gm)].map(([, heading]) => heading);
  expect(headings.length).toBeGreaterThan(0);
  const [newest = packageJson.version] = headings.filter((heading) => heading !== 'Unreleased');
  expect(newest).toBe(packageJson.version);
});
