import { expect, test } from 'vitest';
import { makePlan } from '../../run/make-plan.ts';
import { type PlanOptions, quietOptions } from '../../run/plan.ts';
import { playPlan } from '../../run/play-plan.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { ownTasks } from '../../testing/own-tasks.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { gate } from './gate.ts';

/** Of two tasks one is recorded and played, on a server of one's own. */
async function playedTasks() {
  const { at, project, own, asked } = await ownTasks({
    'web/a.test/index.html': '<h1>Start</h1>',
    'web/a.test/goal.html': '<h1>Goal</h1>',
    'calls.jsonl': '{"tool": "open", "args": {"url": "https://a.test/goal"}}\n',
  });
  const { origin } = guestServer();
  if (!('command' in origin)) throw new Error('the guest is a command line');
  const play = async (options: Partial<PlanOptions>) => {
    const plan = await makePlan(
      {
        ...quietOptions(project),
        ...{ server: 'guest', serverCommand: origin.command, webRoot: at('web'), ...own },
        ...{ taskIds: ['reach'], out: at('out'), ...options },
      },
      cleanEnv(),
    );
    await playPlan(plan, { signal: new AbortController().signal, commandLine: '' });
  };
  await play({ adapter: 'script', script: at('calls.jsonl'), record: true, out: at('recording') });
  await play({});
  return { project, asked };
}

test('own tasks have a gate by their recordings, without a baseline and without git', async () => {
  const { project, asked } = await playedTasks();
  const { lines, passed } = await gate(asked, project, {});
  expect([lines.at(-1), passed]).toEqual(['gate passed', true]);
  expect(lines).toContain('custom: 1 passed, 1 expected; 1 required, 0 pending');
  expect(lines).toContain(
    'note: custom: results/baseline.json asks nothing of it, so every task that guest has a recording of must pass',
  );

  const both = await gate({ ...asked, taskIds: ['reach', 'later'] }, project, {});
  expect(both.lines.filter((line) => line.startsWith('FAILED'))).toEqual([
    'FAILED  transcripts/guest/later.jsonl: later: it was not played at this commit, for it has no transcript; record one with --record',
    'FAILED  results/baseline.json: 1 task passed, expected_pass_count is 2',
  ]);
  // Recordings that were named when it was played need not be named again.
  const without = await gate({ ...asked, transcripts: null, taskIds: ['reach'] }, project, {});
  expect([without.passed, without.lines]).toEqual([
    true,
    expect.arrayContaining(["note: 1 tasks were played by recordings that are not the project's"]),
  ]);
});
