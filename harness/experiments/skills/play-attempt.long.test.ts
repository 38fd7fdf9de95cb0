import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { browserExample, leakingExample } from '../../testing/browser-example.ts';
import { loadConfig } from './load-config.ts';
import { runSuite } from './run-suite.ts';

test('the browser example is played per condition from its recordings, and the contracts judge', async () => {
  const run = await runSuite(
    await loadConfig('docs/examples/skills/browser/bench.yaml', { folder: thisProject.root }),
    {
      project: thisProject,
      deterministic: true,
    },
  );
  expect(run.tasks[0]?.verifier).toEqual({ type: 'episode', label: 'example-h1' });
  expect(run.results.map(({ passed, error_category: category }) => (passed ? 'passed' : category))).toEqual([
    'passed',
    'passed',
    'assertion_failed',
    'passed',
    'passed',
    'passed',
    'passed',
    'passed',
    'passed',
  ]);
  expect(run.results[2]).toMatchObject({
    exit_code: null,
    error_message: expect.stringMatching(/^failed: postconditions\[\d\] \(.*\): wanted .*; observed /),
  });
});

test('a recording is of the text that was given: another skill is drift', async () => {
  const folder = await browserExample();
  const skill = path.join(folder, 'bundles', 'curated-skill', 'SKILL.md');
  await writeFile(skill, `${await readFile(skill, 'utf8')}\n- Be patient.\n`);
  const { results } = await runSuite(await loadConfig(path.join(folder, 'bench.yaml')), {
    project: thisProject,
    deterministic: true,
  });
  const curated = results.filter(({ condition_id: id }) => id === 'curated_skill');
  for (const row of curated)
    expect(row).toMatchObject({
      error_category: 'execution_error',
      error_message: expect.stringMatching(/task_changed/),
    });
});

test('a bundle that holds what a contract looks for is recorded where it is allowed', async () => {
  const loaded = await leakingExample();
  const run = await runSuite(loaded, { project: thisProject, deterministic: true, allowLeak: true });
  expect(run.skill_leaks).toEqual([expect.stringMatching(/SKILL\.md:2 holds "Example Domain"/)]);
});
