import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { measureSiteBuilds } from '../../harness/experiments/overhead/bench-site.ts';
import { exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { readHistory } from '../../harness/results/records/read-history.ts';
import { saveRun } from '../../harness/results/store/save-run.ts';
import { buildDemo, writeDemo } from '../demo/demo.ts';

// How long it takes is what `npm run bench:self -- site` is for.
test('a history of 10,000 commits is built whole, in at most 1.5 GB', async () => {
  const [large] = await measureSiteBuilds(thisProject.root, [10_000]);
  expect(large?.files).toBeGreaterThan(10_000);
  expect(large?.peakMb).toBeLessThanOrEqual(1500);
});

test('10,000 commits of 5 runs of 30 tasks, and one run of 128, fit in 400 MB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-scale-'));
  try {
    const taskIds = Array.from({ length: 30 }, (_, index) => `example-task-${index + 1}`);
    const scale = { commits: 10_000, taskIds, runsPerCommit: 5, rows: 0, trials: 1, seed: 1 };
    const results = writeDemo(folder, thisProject.results, scale);
    const [oldest] = readHistory(results);
    if (!oldest) throw new Error('the demo has a commit');
    const ofLarge = Array.from({ length: 128 }, (_, index) =>
      exampleResult({ taskId: `large-task-${index}` }),
    );
    const large = exampleRun({ runId: 'large', suite: 'large-suite', episodes: ofLarge });
    await saveRun(results, oldest.sha, oldest.commit, large);
    const { files, sizeMb, peakMb } = buildDemo(results, join(folder, 'dist'));
    expect(files).toBeGreaterThan(10_000);
    expect(sizeMb).toBeLessThanOrEqual(400);
    expect(peakMb).toBeLessThanOrEqual(2000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
