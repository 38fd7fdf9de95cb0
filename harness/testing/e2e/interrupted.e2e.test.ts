import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { isAlive, within } from '../processes.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';
import { startedPlan, storedRun, stubborn, threeTasks } from '../started-plan.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

test('Ctrl-C saves what was played, leaves no process and exits with 130', async () => {
  const flags = ['--task', threeTasks.join(','), '--adapter', 'noop', ...stubborn(project)];
  // Enough of them that some are left when it is interrupted.
  const many = ['--trials', '3', '--out', 'interrupted'];
  const { child, pids } = await startedPlan(project, [...flags, ...many], { finished: 1 });
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  const run = storedRun(project);
  expect(run).toMatchObject({ complete: false });
  expect(run?.episodes.length).toBeGreaterThanOrEqual(1);
  // What it kept ready ends with it, and takes a moment for that.
  expect(await within(60_000, () => !pids.some(isAlive))).toBe(true);
});
