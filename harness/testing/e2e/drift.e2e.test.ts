import { beforeAll, expect, test } from 'vitest';
import { changedTask, replayChanged, task01, textIn } from '../replay-changed.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test.each<[string, number | null, (lines: Record<string, unknown>[]) => Record<string, unknown>[]]>([
  [
    'digest_mismatch',
    2,
    (lines) =>
      lines.map((line) => (line.seq === 2 ? { ...line, args: { url: 'https://wrong.example/' } } : line)),
  ],
  ['missing_call', 2, (lines) => lines.filter(({ seq }) => seq !== 2)],
])('a transcript with a %s plays nothing and names its step', async (reason, step, change) => {
  const { row, stdout, exitCode } = await replayChanged(project, change, reason);
  expect(row).toMatchObject({
    status: 'replay_drift',
    drift: { reason, step },
    steps: 0,
    toolCalls: 0,
    verdict: null,
  });
  expect(stdout).toMatch(new RegExp(`${reason} at step ${step}[\\s\\S]*re-record`));
  expect(exitCode).toBe(1);
});

test('a task whose goal changed is drift', async () => {
  const goal = await changedTask(project, `webvoyager/${task01}.md`, (text) =>
    text.replace(/^goal: /m, 'goal: Please. '),
  );
  await project.harness(['--no-save', '--tasks', goal, '--out', 'goal']);
  expect(JSON.parse(await textIn(project, 'goal', 'report.json')).episodes[0]).toMatchObject({
    status: 'replay_drift',
    drift: { reason: 'task_changed' },
    toolCalls: 0,
  });
});
