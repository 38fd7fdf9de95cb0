import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
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
