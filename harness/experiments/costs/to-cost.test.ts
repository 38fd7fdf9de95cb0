import { expect, test } from 'vitest';
import { exampleRelease } from '../../results/examples/example-release.ts';
import { findServer } from '../../servers/index.ts';
import { toolMappingOf } from '../../servers/tool-mappings/index.ts';
import { costWork, playRuns } from './measure-costs.ts';
import type { PlayedTask } from './measure-once.ts';
import { kindOfCall, toCost } from './to-cost.ts';

const countTokens = (text: string) => text.length;

function played(taskId: string, ms: readonly number[], more: Partial<PlayedTask> = {}): PlayedTask {
  return {
    taskId,
    suite: 'one',
    status: 'passed',
    calls: ms.map((each) => ({ tool: 'click', args: {}, ms: each, isError: false })),
    bytes: 100,
    goal: 8,
    answers: [20, 5],
    why: null,
    pictures: 0,
    startMs: 300,
    memory: { serverMb: 50, browserMb: null },
    tools: [],
    version: '1',
    ...more,
  };
}

const around = {
  countTokens,
  kindOf: () => 'act' as const,
  contended: false,
  suites: [{ suite: 'one', edition: 1, cannot: [{ taskId: 'c', why: 'no tool' }] }],
};

test('three runs give the median, with minimum and maximum', () => {
  const runs = [10, 30, 20].map((ms) => [played('a', [ms, ms])]);
  const { times, suites, toolList } = toCost(runs, around);
  expect(times?.kinds.act).toEqual({ calls: 6, p50Ms: { median: 20, min: 10, max: 30 }, p95Ms: null });
  expect(times?.kinds.read).toEqual({ calls: 0, p50Ms: null, p95Ms: null });
  expect([times?.startMs.median, times?.serverMb?.median, times?.browserMb]).toEqual([300, 50, null]);
  const [suite] = suites;
  const charged = { once: toolList.tokens + 25, conversation: 3 * (toolList.tokens + 8) + 45, cached: 39 };
  expect(suite?.tasks).toEqual([
    { taskId: 'a', passed: true, plays: 3, passes: 3, calls: 2, bytes: 100, tokens: 25, charged, ms: 40 },
  ]);
  expect(suite).toMatchObject({ passed: 1, total: 2, calls: 2, tokens: 25, charged });
});

test('most plays decide whether a task passed, and only the plays that passed are counted', () => {
  const failed = { status: 'failed', answers: [900], bytes: 9000 };
  const cost = (...runs: PlayedTask[]) =>
    toCost(
      runs.map((task) => [task]),
      around,
    ).suites[0];
  const once = cost(played('a', [1]), played('a', [1, 1, 1], failed), played('a', [1]));
  expect(once?.tasks).toMatchObject([
    { passed: true, plays: 3, passes: 2, calls: 1, bytes: 100, tokens: 25 },
  ]);
  const twice = cost(played('a', [1]), played('a', [1, 1, 1], failed), played('a', [1], failed));
  expect(twice).toMatchObject({ passed: 0, tasks: [{ passed: false, plays: 3, passes: 1, tokens: 25 }] });
});

test('in one run, only the tasks that failed are played again, twice; in three runs none is', async () => {
  const asked: (readonly string[] | null)[] = [];
  const play = async (_: number, taskIds: ReadonlySet<string> | null) => {
    asked.push(taskIds && [...taskIds]);
    const failsOnce = asked.length === 1 ? { status: 'failed' } : {};
    return [played('a', [1]), played('b', [1], failsOnce)].filter(
      ({ taskId }) => taskIds?.has(taskId) ?? true,
    );
  };
  const once = await playRuns(1, play);
  expect([asked, once.map((run) => run.length)]).toEqual([
    [null, ['b'], ['b']],
    [2, 1, 1],
  ]);
  expect(toCost(once, around).suites[0]?.tasks).toMatchObject([
    { taskId: 'a', passed: true, plays: 1, passes: 1 },
    { taskId: 'b', passed: true, plays: 3, passes: 2 },
  ]);
  asked.length = 0;
  await playRuns(3, play);
  expect(asked).toEqual([null, null, null]);
});

test('a task that failed in half of its plays does not count as passed; twenty calls in a run have a 95th percentile', () => {
  const many = Array.from({ length: 20 }, (_, index) => index + 1);
  const runs = [[played('a', many)], [played('a', many, { status: 'failed' })]];
  const { times, suites } = toCost(runs, { ...around, kindOf: () => 'read' });
  expect([suites[0]?.passed, suites[0]?.charged, times?.kinds.read.p95Ms?.median]).toEqual([0, null, 19]);
});

test('suites are apart, and without times there are none', () => {
  const runs = [[played('a', [1]), played('b', [1], { suite: 'two', answers: [7] })]];
  const suites = ['one', 'two'].map((suite) => ({ suite, edition: 1, cannot: [] }));
  const cost = toCost(runs, { ...around, contended: null, suites });
  expect(cost.suites.map(({ suite, tokens, tasks }) => [suite, tokens, tasks[0]?.ms])).toEqual([
    ['one', 25, null],
    ['two', 7, null],
  ]);
  expect(cost.times).toBeNull();
});

test.each([
  ['playwright', 'browser_snapshot', {}, 'read'],
  ['playwright', 'browser_navigate', {}, 'open'],
  ['playwright', 'browser_evaluate', {}, 'script'],
  ['playwright', 'browser_click', {}, 'act'],
  ['agent-browser', 'run', {}, 'open'],
  ['agent-browser', 'run', { args: ['snapshot'] }, 'read'],
  ['agent-browser', 'run', { args: ['eval', '1'] }, 'script'],
  ['agent-browser', 'run', { args: ['click', 'e1'] }, 'act'],
])('%s: %s %j is of the kind %s', (id, tool, args, kind) => {
  const dialect = toolMappingOf({ id });
  expect(dialect && kindOfCall({ tool, args }, findServer(id), dialect)).toBe(kind);
});

test('a difference is another end, another number of calls, or tokens beyond those of random ids', () => {
  const { parts } = exampleRelease();
  if (!parts.cost || 'broken' in parts.cost) throw new Error('the example has costs');
  const { cost } = parts;
  const [suite] = cost.suites;
  const changed = (change: object) => ({
    ...cost,
    suites: suite ? [{ ...suite, tasks: suite.tasks.map((task) => ({ ...task, ...change })) }] : [],
  });
  expect([costWork.differ(cost, cost), costWork.differ(cost, changed({ tokens: 112 }))]).toEqual([[], []]);
  const stored = 'stored: passed, 4 calls, 100 tokens';
  expect(costWork.differ(cost, changed({ tokens: 113 }))).toEqual([
    `example-h1: got passed, 4 calls, 113 tokens; ${stored}`,
  ]);
  expect(costWork.differ(cost, changed({ calls: 5 }))).toEqual([
    `example-h1: got passed, 5 calls, 100 tokens; ${stored}`,
  ]);
  expect(
    costWork.differ(cost, { ...changed({ passed: false }), toolList: { tools: 3, bytes: 1, tokens: 9 } }),
  ).toEqual([
    `example-h1: got not passed, 4 calls, 100 tokens; ${stored}`,
    'tokens of the list: got 9; stored: 200',
  ]);
  expect(costWork.differ(cost, { ...cost, suites: suite ? [{ ...suite, cannot: [] }] : [] })).toEqual([
    'fixture-dialog: got nothing; stored: cannot: no tool',
  ]);
  const uneven = changed({ passed: false, plays: 3, passes: 1, calls: 9 });
  expect([costWork.differ(cost, uneven), costWork.differ(uneven, cost)]).toEqual([[], []]);
});
