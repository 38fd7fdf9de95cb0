import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Project, projectAt } from '../../platform/project.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import type { PlanOptions } from '../../run/plan-options.ts';
import { playPlan } from '../../run/play-plan.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { taskMarkdown } from '../../testing/suite-files.ts';
import { usualGateOptions } from '../../testing/usual-gate-options.ts';
import { type GateOptions, gate } from './gate.ts';

test('own tasks have a gate by their recordings, without a baseline and without git', async () => {
  const { project, asked } = await ownTasks({
    'recorded/guest/reach.jsonl': '\n',
    'out/20260102T030405Z-other.json': JSON.stringify(exampleRun()),
  });
  const { lines, passed } = await gate(asked, project, {});
  expect(passed).toBe(false);
  expect(lines).toContain('custom: 0 passed, 1 expected; 1 required, 1 pending');
  await expect(gate({ ...asked, taskIds: ['other'] }, project, {})).rejects.toThrow(
    /^--task: got "other"; expected a task of custom: later, reach/,
  );
  await expect(gate({ ...asked, suites: ['none'] }, project, {})).rejects.toThrow(
    /^--suite: got "none"; expected one of custom/,
  );
  await expect(gate({ ...asked, server: 'another' }, project, {})).rejects.toThrow(
    /^gate: results\/baseline\.json does not exist, and another has no recording for custom; choose another server with --server or a folder of recordings with --transcripts, or record: npm run harness -- record --server another/,
  );
  await expect(gate({ ...asked, out: null }, project, {})).rejects.toThrow(
    /^gate: this folder has no commit, so it has no runs to judge; judge a saved run with --out/,
  );
});

if (isLong) {
  describe('when one of them was played', () => {
    test('own tasks have a gate by their recordings, without a baseline and without git', async () => {
      const { project, asked } = await playedTasks();
      const { lines, passed, report } = await gate(asked, project, {});
      expect([lines.at(-1), passed]).toEqual(['gate passed', true]);
      expect(lines).toContain('custom: 1 passed, 1 expected; 1 required, 0 pending');
      const [seen] = report.answers;
      expect(seen).toMatchObject({
        suite: 'custom',
        episodes: 1,
        ratio: 1,
        errors: 0,
        recordedErrors: 0,
        byHand: 1,
      });
      expect(report.toolList).toMatchObject({ tools: expect.any(Number), bytes: expect.any(Number) });

      const both = await gate({ ...asked, taskIds: ['reach', 'later'] }, project, {});
      expect(both.lines.filter((line) => line.startsWith('FAILED'))).toEqual([
        'FAILED  transcripts/guest/later.jsonl: later: it was not played at this commit because it has no transcript; record one with --record',
      ]);
      // Recordings that were named when it was played need not be named again.
      const without = await gate({ ...asked, transcripts: null, taskIds: ['reach'] }, project, {});
      expect([without.passed, without.lines]).toEqual([
        true,
        expect.arrayContaining(["note: 1 tasks were played by recordings that are not the project's"]),
      ]);
    });
  });
}

/** A folder of somebody's own, no git checkout, with two tasks and what else is given. */
async function ownTasks(files: Record<string, string> = {}) {
  const folder = await folderOf({
    'mine/reach.md': taskMarkdown('reach'),
    'mine/later.md': taskMarkdown('later'),
    ...files,
  });
  const at = (...names: string[]) => path.join(folder, ...names);
  // Its web roots and recordings alone: what this repository has is not his.
  const project: Project = { ...projectAt(folder), checkout: null, webRoots: [], recordings: [] };
  const own = { tasks: at('mine'), transcripts: at('recorded') };
  const asked: GateOptions = {
    ...usualGateOptions,
    ...{ base: false, server: 'guest', ...own, out: at('out') },
  };
  return { at, project, own, asked };
}

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
