import path from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../cli/commands/index.ts';
import { projectHere } from '../cli/project-here.ts';
import { readSavedLines } from '../results/verify/read-saved.ts';
import { parseReferenceSolution } from '../task/walkthroughs/read-walkthrough.ts';
import { folderOf } from '../testing/folder-of.ts';
import { isLong } from '../testing/sized.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { makePlan } from './make-plan.ts';
import { quietOptions } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { playPlan } from './play-plan.ts';

const folder = await folderOf({
  'contract-bench.config.json': JSON.stringify({ webRoots: ['web'] }),
  'tasks/open/suite.yaml': suiteYaml('open', { tasks: ['a-task'] }),
  'tasks/open/a-task.md': taskMarkdown('a-task'),
  'tasks/shut/suite.yaml': `${suiteYaml('shut', { tasks: ['b-task'] })}scripts: refused\n`,
  'tasks/shut/b-task.md': taskMarkdown('b-task'),
  'web/a.test/index.html': '<h1>Start</h1><a href="/goal">Goal</a>',
  'calls.jsonl': [
    '{"tool": "browser_evaluate", "args": {"function": "() => { location.href = \'/goal\' }"}}',
    '{"tool": "browser_navigate", "args": {"url": "javascript:location.href=\'/goal\'"}}',
    '',
  ].join('\n'),
});
const { project } = await projectHere(folder, commands);

function planned(options: Partial<PlanOptions>) {
  return makePlan({ ...quietOptions(project), out: path.join(folder, 'out'), ...options }, process.env);
}

test('a suite that refuses scripts says so in its runs, and leaves out what only a script tool can do', async () => {
  const steps = parseReferenceSolution('walk.yaml', '- scroll: { role: link, name: Goal }\n');
  const walkthroughOf = async () => steps;
  const { runs } = await planned({ suites: ['open', 'shut'], adapter: 'oracle', walkthroughOf });
  const [open, shut] = runs.map(({ run, scheduled, notRun }) => [
    run.config.scripts ?? 'offered',
    scheduled.length,
    notRun.map(({ why }) => why),
  ]);
  expect(open).toEqual(['offered', 1, []]);
  expect(shut).toEqual([
    'refused',
    0,
    ['playwright cannot: scroll: only its script tool does this, and the suite refuses scripts'],
  ]);
});

if (isLong) {
  test('a call to a script tool and a script address are refused with a clear error', async () => {
    const script = path.join(folder, 'calls.jsonl');
    const plan = await planned({ suites: ['shut'], adapter: 'script', script });
    const { runs } = await playPlan(plan, { signal: new AbortController().signal, commandLine: 'test' });
    expect(runs[0]?.episodes).toMatchObject([
      { status: 'failed', toolCalls: 1, finalUrl: 'https://a.test/' },
    ]);
    const { trajectories } = await readSavedLines(path.join(folder, 'out'));
    const steps = trajectories[0]?.line?.trajectory.steps.map(({ sent, answer }) => [sent, answer?.said]);
    expect(steps).toEqual([
      [false, 'browser_evaluate runs a script in the page, and this suite refuses scripts'],
      [true, expect.stringContaining('only http and https addresses are allowed')],
    ]);
  });
}
