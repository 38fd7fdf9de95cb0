import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { isAlive, within } from '../processes.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';
import { startedPlan, storedRun, stubborn, threeTasks } from '../started-plan.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

const environmentOf = (pid: number) => (isAlive(pid) ? readFileSync(`/proc/${pid}/environ`, 'utf8') : '');

test('a run tells no process its task; killed with -9 it leaves a valid file and no process, and is resumed with what is missing', async () => {
  const flags = [
    '--task',
    threeTasks.join(','),
    '--adapter',
    'noop',
    ...stubborn(project),
    '--out',
    'killed',
  ];
  const { child, pids } = await startedPlan(project, flags);
  const told = pids.map(environmentOf).join('\0');
  expect(told).toContain('BENCH_EPISODE=');
  for (const name of [...threeTasks, storedRun(project)?.runId ?? 'no run']) expect(told).not.toContain(name);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const killed = storedRun(project);
  expect(killed).toMatchObject({ complete: false });
  expect(await within(60_000, () => !pids.some(isAlive))).toBe(true);
  const finished = killed?.episodes ?? [];
  expect(finished.length).toBeGreaterThanOrEqual(2);
  expect(finished.length).toBeLessThan(threeTasks.length);

  const resumed = await project.harness([...flags, '--resume', killed?.runId ?? '']);
  expect(resumed.exitCode).toBe(1);
  const whole = storedRun(project);
  expect(whole).toMatchObject({ runId: killed?.runId, complete: true });
  expect(whole?.episodes.map(({ taskId }) => taskId).sort()).toHaveLength(threeTasks.length);
  expect(new Set(whole?.episodes.map(({ taskId }) => taskId)).size).toBe(threeTasks.length);
  for (const episode of finished) expect(whole?.episodes).toContainEqual(episode);
  expect(resumed.stdout.match(/ failed {2}| inconclusive {2}/g)).toHaveLength(
    threeTasks.length - finished.length,
  );

  const again = await project.harness([...flags, '--resume', killed?.runId ?? '']);
  expect(again).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/is complete; nothing is missing/),
  });
  const other = await project.harness([
    '--task',
    threeTasks.join(','),
    '--adapter',
    'noop',
    '--resume',
    killed?.runId ?? '',
    '--out',
    'killed',
  ]);
  expect(other.stderr).toMatch(
    /played with other tasks, web, limits, server or adapter \(noop on custom:stubborn\)/,
  );
});
