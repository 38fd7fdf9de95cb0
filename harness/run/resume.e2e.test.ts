import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { exampleFailure } from '../results/examples/example-run.ts';
import type { Run } from '../results/records/result.ts';
import { folderOf } from '../testing/folder-of.ts';
import { isLong, sized } from '../testing/sized.ts';
import { makePlan } from './make-plan.ts';
import { quietOptions } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

const tasks = ['example-h1', 'fixture-dom-count'];

let out: string;
let cut: Run;

const planOf = async (changes: Partial<PlanOptions> = {}) => {
  const options = { ...quietOptions(thisProject), taskIds: tasks, adapter: 'noop', out, ...changes };
  const [planned] = (await makePlan(options, process.env)).runs;
  if (!planned) throw new Error('no run was planned');
  return planned;
};

const save = (run: Run) => writeFile(path.join(out, `${run.runId}.json`), JSON.stringify(run));

beforeAll(async () => {
  out = await folderOf();
  const { run } = await planOf();
  cut = { ...run, complete: false, episodes: [exampleFailure({ taskId: 'example-h1' })] };
  await save(cut);
});

test('a run that was cut short goes on with what is missing, and keeps what was played', async () => {
  const { run, scheduled } = await planOf({ resume: cut.runId });
  expect(run).toMatchObject({ runId: cut.runId, startedAt: cut.startedAt, complete: false });
  expect(run.episodes).toEqual(cut.episodes);
  expect(scheduled.map(({ file }) => file.task.id)).toEqual(['fixture-dom-count']);
});

const others: [string, Partial<PlanOptions>, RegExp][] = [
  ['another adapter', { adapter: 'random' }, /played with other tasks, web, .* \(noop on playwright\)/],
  [
    'another server',
    { server: 'chrome-devtools' },
    /played with other tasks, web, .* \(noop on playwright\)/,
  ],
  ['a shard', { shard: { index: 1, count: 2 } }, /got shard 1\/2; expected no shard/],
];

test.each(sized(others.slice(0, 1), others))('it does not go on with %s', async (_, changes, says) => {
  await expect(planOf({ resume: cut.runId, ...changes })).rejects.toThrow(says);
});

if (isLong) {
  test('of a run in which nothing is missing this is said', async () => {
    const runId = cut.runId.replace(/^\d{8}/, '20250101');
    const episodes = tasks.map((taskId) => exampleFailure({ taskId }));
    await save({ ...cut, runId, complete: true, episodes });
    await expect(planOf({ resume: runId })).rejects.toThrow(/is complete; nothing is missing/);
  });
}
