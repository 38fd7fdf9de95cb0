import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHistory } from '../../harness/results/records/read-history.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { contenders } from './contenders.ts';
import { writeDemo } from './write-demo.ts';

test('it has what a site must be able to show', async () => {
  const history = [
    ...readHistory(
      writeDemo(await folderOf(), join(import.meta.dirname, '../../results'), {
        commits: 100,
        taskIds: Array.from({ length: 30 }, (_, index) => `example-task-${index}`),
        runsPerCommit: 3,
        rows: 0,
        trials: 1,
        seed: 1,
      }),
    ),
  ];
  const runs = history.flatMap((file) => file.runs);
  const episodes = runs.flatMap((run) => run.episodes);
  const statuses = new Set(episodes.map(({ status }) => status));
  for (const status of ['passed', 'failed', 'max_steps', 'replay_drift', 'tool_error', 'inconclusive'])
    expect(statuses, status).toContain(status);
  expect(runs.some(({ complete }) => !complete)).toBe(true);
  expect(runs.some(({ environment }) => environment.gitDirty)).toBe(true);
  expect(runs.some(({ config, totals }) => config.model !== null && totals.usd === null)).toBe(true);
  expect(history.some(({ commit }) => commit.date === null)).toBe(true);
  const rows = standingsOf(history).flatMap((group) => group.rows);
  expect(rows).toHaveLength(contenders.length);
});
