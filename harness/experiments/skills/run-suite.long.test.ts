import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { rowsOf, suiteOf } from '../../testing/skill-suite.ts';
import { runSuite } from './run-suite.ts';

test('150 MB of output are read, kept to an excerpt, and decoded as a whole', async () => {
  const before = process.memoryUsage().rss;
  const { row } = await rowsOf({
    verifiers: { talks: { command: `printf 'größe '; head -c 150000000 /dev/zero | tr '\\0' 'x'; exit 1` } },
    timeoutMs: 300_000,
  });
  expect(row('talks').stdout_excerpt).toMatch(/^größe x+$/);
  expect([...(row('talks').stdout_excerpt ?? '')]).toHaveLength(300);
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
});

test('several trials are rows of their own, with the chances of passing and the flaky ones', async () => {
  const loaded = await suiteOf({
    verifiers: {
      sure: { command: 'true' },
      flaky: { command: 'mkdir "$CB_SHARED/$SKILLVAULT_BENCH_CONDITION_ID" 2>/dev/null' },
    },
    execution: { trials: 3, isolation: 'none' },
  });
  // In place, one attempt sees what another left: the first of three passes.
  const shared = await folderOf();
  const config = loaded.config.tasks[1]?.verifier;
  if (config?.command) config.command = config.command.replace('$CB_SHARED', shared);
  const run = await runSuite(loaded, { project: thisProject, deterministic: true });
  expect(run.results).toHaveLength(18);
  expect(run.results[3]).toMatchObject({ task_id: 'flaky', trial: 1, passed: true });
  expect(run.flaky).toHaveLength(3);
  expect(run.trials?.[1]).toEqual({
    condition_id: 'no_skill',
    task_id: 'flaky',
    trials: 3,
    passes: 1,
    pass_at_k: { 1: 0.333333, 2: 0.666667, 3: 1 },
    pass_hat_k: { 1: 0.333333, 2: 0, 3: 0 },
  });
});
