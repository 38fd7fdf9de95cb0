import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { indexIn, listsConcurrentRuns } from '../../../testing/concurrent-runs.ts';
import { managerOf } from '../../../testing/manager.ts';
import { skillWorkspace } from '../../../testing/skill-workspace.ts';

test('two managers on one folder list all of 6 concurrent runs, and the earlier ones', async () => {
  const workspace = await skillWorkspace();
  const { url, runsDir } = await managerOf(workspace);
  const other = await managerOf(workspace, { runsDir });
  await listsConcurrentRuns([url, other.url], { runsDir, count: 6 });
});

test('a truncated, a foreign and a missing index are rebuilt, with labels and times', async () => {
  const { ask, runsDir } = await managerOf(await skillWorkspace());
  for (const label of ['first', 'second', 'third'])
    await ask('/bench/runs', { body: { configPath: 'bench/suite.yaml', label } });
  const index = path.join(runsDir, 'index.json');
  const before = indexIn(runsDir);
  expect(before.runs.map(({ label }) => label)).toEqual(['third', 'second', 'first']);
  for (const damage of [
    () => truncateSync(index, 100),
    () => writeFileSync(index, '{"schema":"other","runs":[]}'),
    () => rmSync(index),
  ]) {
    damage();
    const { body } = await ask('/bench/runs');
    expect((body.runs as { label: string }[]).map(({ label }) => label)).toEqual([
      'third',
      'second',
      'first',
    ]);
    expect(indexIn(runsDir).runs).toEqual(before.runs);
  }
});

test('runs that another program put there are listed by the time of their files, damaged ones are not', async () => {
  const { ask, runsDir } = await managerOf(await skillWorkspace());
  const { body } = await ask('/bench/runs', { body: { configPath: 'bench/suite.yaml' } });
  const file = path.join(runsDir, 'runs', 'from-elsewhere.json');
  writeFileSync(file, JSON.stringify(body.run));
  writeFileSync(path.join(runsDir, 'runs', 'broken.json'), '{"contract_id":');
  const { runs } = (await ask('/bench/runs')).body as { runs: { runId: string; createdAt: string }[] };
  expect(runs.map(({ runId }) => runId)).toEqual(['from-elsewhere', body.runId]);
  expect(runs[0]?.createdAt).toBe(statSync(file).mtime.toISOString());
  expect((await ask('/bench/runs/from-elsewhere')).body).toEqual(body.run);
  expect((await ask('/bench/runs/broken')).status).toBe(404);
});
