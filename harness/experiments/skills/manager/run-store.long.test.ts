import { test } from 'vitest';
import { listsConcurrentRuns } from '../../../testing/concurrent-runs.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { managerProcess } from '../../../testing/manager.ts';
import { skillWorkspace } from '../../../testing/skill-workspace.ts';

test('two managers on one folder list all of 40 concurrent runs, and the earlier ones', async () => {
  const workspace = await skillWorkspace();
  const runsDir = await folderOf();
  const [one, two] = await Promise.all([
    managerProcess(workspace, runsDir),
    managerProcess(workspace, runsDir),
  ]);
  await listsConcurrentRuns([one.url, two.url], { runsDir, count: 40 });
});
