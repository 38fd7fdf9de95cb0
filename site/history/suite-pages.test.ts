import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readSiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { readReferences } from '../../harness/results/records/references.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { saveRun } from '../../harness/results/store/save-run.ts';
import { pagePackages } from '../../harness/task/packages/index.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { bestLine, marksOn, type SuitePage, suitePagesOf, wholeOn, whoPasses } from './suite-pages.ts';
import { readTaskPages } from './tasks.ts';

const root = join(import.meta.dirname, '../..');
const references = readReferences(join(root, 'results/references.json'));
let read: Awaited<ReturnType<typeof readTaskPages>>;
beforeAll(async () => {
  read = await readTaskPages([join(root, 'tasks')]);
});

const idOf = (name: string) => `miniwob-${name}-s1`;
const passed = (name: string, reward: number, steps: number) =>
  exampleResult({ taskId: idOf(name), reward, steps });
const failed = (name: string) => exampleFailure({ taskId: idOf(name), reward: null });

/** The pages after these runs of the suite, each saved at its own commit. */
async function pagesAfter(runs: readonly Run[]): Promise<SuitePage[]> {
  const folder = await folderOf({});
  for (const [at, run] of runs.entries())
    await saveRun(folder, `000000${at}a`, { date: null, parents: [] }, run);
  const { standings, limited } = readSiteHistory(folder);
  const runOf = ({ runId }: { runId: string }) => {
    const run = runs.find((each) => each.runId === runId);
    if (!run) throw new Error(`no run ${runId}`);
    return run;
  };
  const runPath = (sha: string, runId: string) => `/runs/${sha}/${runId}/` as const;
  return suitePagesOf({ ...read, packages: pagePackages, standings, limited, references, runOf, runPath });
}

const asked = { worldSeeds: [1] };
const solutions = (server: string, name: string, episodes: Run['episodes'], edition = 1) =>
  exampleRun({
    runId: `oracle-${server}`,
    suite: 'miniwob',
    config: {
      ...asked,
      edition,
      kind: 'oracle',
      adapter: 'oracle',
      partial: true,
      server: { id: server, package: null, version: '1', toolsSha256: null, confined: null },
    },
    notRun: [
      { taskId: idOf('draw-line'), why: 'no_recording' },
      { taskId: idOf(name), why: 'cannot' },
    ],
    episodes,
  });
const rules = (adapter: string, episodes: Run['episodes'], trials = 1) =>
  exampleRun({
    runId: adapter,
    suite: 'miniwob',
    config: { ...asked, kind: 'baseline', adapter, trials },
    episodes,
  });

test('every suite with a package of pages has a page, and only such a suite', async () => {
  const pages = await pagesAfter([]);
  expect(pages.map(({ suite, path, lines }) => [suite.id, path, lines])).toEqual([
    ['miniwob', '/tasks/suites/miniwob/', []],
    ['miniwob-sample', '/tasks/suites/miniwob-sample/', []],
  ]);
  const [whole, sample] = pages;
  expect(whole?.pages?.licence.name).toBe('MIT');
  expect([whole?.within, sample?.within]).toEqual([10, null]);
  expect([whole?.isSplit, sample?.isSplit]).toEqual([true, false]);
  expect(whole?.kinds.reduce((sum, { tasks }) => sum + tasks.length, 0)).toBe(125);
  expect(whole?.kinds.map(({ name, tasks }) => [name, tasks.length]).slice(0, 2)).toEqual([
    ['click', 31],
    ['type', 28],
  ]);
  expect(whole?.kinds[0]?.path).toBe('/tasks/suites/miniwob/click/');
  expect(new Set(sample?.kinds.map(({ path }) => path))).toEqual(new Set([sample?.path]));
});

test('a line counts passes, those with full reward, those within the steps of the claims, and what was left out', async () => {
  const [page] = await pagesAfter([
    solutions('one', 'click-menu', [
      passed('click-tab', 1, 10),
      passed('click-link', 0.4, 11),
      failed('enter-text'),
    ]),
    rules('keyword', [passed('click-tab', 0.2, 2), failed('click-link'), failed('enter-text')]),
  ]);
  expect(page?.lines).toMatchObject([
    {
      kind: 'oracle',
      ...{ passed: 2, total: 5, full: 1, within: 1, rowId: null },
      path: '/runs/0000000a/oracle-one/',
      cannot: [idOf('click-menu')],
      unsolved: [idOf('draw-line')],
    },
    { kind: 'baseline', passed: 1, total: 3, full: 0, within: 1, cannot: [], unsolved: [] },
  ]);
  expect(page?.lines[1]?.path).toBe(`/rows/${page?.lines[1]?.rowId}/`);
});

test('runs without rewards have no count of full rewards', async () => {
  const [page] = await pagesAfter([rules('keyword', [exampleResult({ taskId: idOf('click-tab') })])]);
  expect(page?.lines[0]).toMatchObject({ passed: 1, full: null });
});

test('a limited run stands without a row beside it, until the suite has a new edition', async () => {
  const linesOf = async (edition: number) => {
    const run = solutions('one', 'click-menu', [passed('click-tab', 1, 2)], edition);
    return (await pagesAfter([run]))[0]?.lines;
  };
  expect(await linesOf(1)).toHaveLength(1);
  expect(await linesOf(7)).toEqual([]);
});

test('a task names who passes it, and a task that was left out is not passed', async () => {
  const [page] = await pagesAfter([
    solutions('one', 'click-menu', [passed('click-tab', 1, 2), passed('click-link', 1, 2)]),
    solutions('two', 'click-link', [passed('click-tab', 1, 2), failed('click-menu')]),
    rules('random', [passed('click-tab', 1, 2), { ...failed('click-tab'), trial: 2 }], 2),
    rules('keyword', [failed('click-tab'), passed('click-link', 1, 2)]),
  ]);
  if (!page) throw new Error('the suite has a page');
  const { lines, tasks } = page;
  const whoOf = (name: string) => whoPasses(lines, idOf(name));
  expect(whoOf('click-tab')).toEqual({ ceiling: 'all 2 servers', floor: 'none', agent: null });
  expect(whoOf('click-link')).toEqual({ ceiling: 'one', floor: 'keyword', agent: null });
  expect(whoOf('click-menu')).toEqual({ ceiling: 'none', floor: 'none', agent: null });
  expect(whoOf('draw-line').ceiling).toBe('no solution yet');
  const best = bestLine(lines, 'ceiling');
  if (!best) throw new Error('there is a ceiling');
  expect(best.server.id).toBe('one');
  expect(wholeOn(best, tasks)).toBe(2);
  const cut = tasks.filter(({ task }) => [idOf('click-menu'), idOf('click-tab')].includes(task.id));
  expect(marksOn(best, cut)).toEqual(['never', 'whole']);
  expect(bestLine(lines, 'agent')).toBeNull();
});
