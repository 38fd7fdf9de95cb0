import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Status } from '../../results/records/statuses.ts';
import { askedModel } from '../../testing/asked-model.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject();
});

test('what a model could cost is said without a key, before anybody agrees to it', async () => {
  const cost = await workflowStep('bench.yml', 'cost', 'what it could cost');
  expect(Object.keys(cost.env).sort()).toEqual(Object.keys(askedModel).sort());
  const { exitCode, log } = await runStep(cost, project.folder, askedModel);
  expect(exitCode, log).toBe(0);
  expect(log).toContain('would play 20 episodes with claude (claude-sonnet-5-5)');
  expect(log).toContain('worst case: 3 USD');
  expect(log).toContain('nothing was played and nothing was sent');
});

const runId = '20260102T030405Z-abcdef-webvoyager';

/** A model's run of one episode, as the job left it for the next; what the step that merges makes of it. */
async function merged(changes: { status: Status; steps: number; complete?: boolean }) {
  const { status, steps, complete = true } = changes;
  await execa('git', ['clean', '-fdxq', '--exclude=node_modules'], { cwd: project.folder });
  const artifacts = { events: `events/${runId}.jsonl`, report: 'reports/x.json' };
  const result = exampleResult({ status, success: status === 'passed', steps, artifacts });
  const shard = { index: 1, count: 1, episodes: 1, before: 0, save: true };
  const run = exampleRun({ runId, complete, episodes: [result], config: { model: 'a-model', shard } });
  const folder = path.join(project.folder, 'shards', 'shard-real-1');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${runId}.json`), JSON.stringify(run));
  await writeFile(path.join(folder, 'timings.json'), JSON.stringify({ sha: project.sha }));
  const ended = await runStep(await workflowStep('bench.yml', 'merge', 'merge'), project.folder);
  expect(ended.exitCode, ended.log).toBe(0);
  const results = await project.results().catch(() => null);
  return { ...ended, isPublished: results !== null, runs: JSON.parse(ended.outputs.runs ?? '') };
}

test('the run of a model is published and attested, and the two are of one name', async () => {
  const { runs, isPublished } = await merged({ status: 'passed', steps: 3 });
  expect([isPublished, runs.length]).toEqual([true, 1]);
  expect(runs[0]).toMatch(/^20260102T030405Z-\w+-webvoyager$/);
});

test('a run in which no model acted is neither published nor attested', async () => {
  const { log, runs, isPublished } = await merged({ status: 'model_error', steps: 0 });
  expect(log).toContain('nothing was appended to results/');
  expect([isPublished, runs]).toEqual([false, []]);
});

test('a run that was cut short is not published, and takes the replays from nobody', async () => {
  const { log, runs, isPublished } = await merged({ status: 'passed', steps: 3, complete: false });
  expect(log).toContain('::warning::the run of the model is not merged, and not published');
  expect([isPublished, runs]).toEqual([false, []]);
});
