import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { modelAgents } from '../../agents/models/model-adapter.ts';
import { thisProject } from '../../cli/this-project.ts';
import { exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Status } from '../../results/records/statuses.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject();
});

/** What somebody asks of a model by hand, in the form of `bench.yml`. */
const askedModel = {
  ADAPTER: 'claude',
  OPENCHROME_BENCH_MODEL: '',
  WEB: 'hermetic',
  SUITE: 'webvoyager',
  TRIALS: '2',
  MAX_USD: '0.5',
  MAX_USD_TOTAL: '3',
};

const Bench = z.object({
  on: z.object({
    workflow_dispatch: z.object({
      inputs: z.record(z.string(), z.object({ options: z.array(z.string()).optional() })),
    }),
  }),
  jobs: z.record(
    z.string(),
    z.object({
      if: z.string().optional(),
      needs: z.unknown().optional(),
      steps: z.array(z.object({ env: z.record(z.string(), z.string()).optional() })),
    }),
  ),
});

const file = path.join(thisProject.root, '.github', 'workflows', 'bench.yml');
const { on, jobs } = Bench.parse(parse(readFileSync(file, 'utf8')));

test('a model plays by hand alone, on main, in no fork, and after its cost was said', () => {
  const { inputs } = on.workflow_dispatch;
  expect(inputs.adapter?.options).toEqual(['none', ...modelAgents.map(({ id }) => id)]);
  expect(Object.keys(inputs)).toEqual([
    'adapter',
    'model',
    'web',
    'suite',
    'trials',
    'max-usd',
    'max-usd-total',
  ]);
  const suites = readdirSync(thisProject.tasks).filter((name) =>
    existsSync(path.join(thisProject.tasks, name, 'suite.yaml')),
  );
  expect(inputs.suite?.options?.toSorted()).toEqual(suites.sort());
  const byHand =
    "github.event_name == 'workflow_dispatch' && inputs.adapter != 'none' && github.ref == 'refs/heads/main' && !github.event.repository.fork";
  for (const id of ['cost', 'real']) expect(jobs[id]?.if?.trim(), id).toBe(byHand);
  expect(jobs.real?.needs).toEqual(['commit', 'cost']);
});

test('one step has the keys, and each of them only where its own API is asked', () => {
  const environments = Object.values(jobs).flatMap(({ steps }) => steps.map(({ env = {} }) => env));
  const withKeys = environments.filter((env) => JSON.stringify(env).includes('secrets.'));
  expect(withKeys.length).toBe(1);
  const keys = Object.entries(withKeys[0] ?? {}).filter(([, value]) => value.includes('secrets.'));
  expect(Object.fromEntries(keys)).toEqual(
    Object.fromEntries(
      [
        ['claude', 'ANTHROPIC_API_KEY'],
        ['openai', 'OPENAI_API_KEY'],
        ['gemini', 'GEMINI_API_KEY'],
      ].map(([adapter, name]) => [name, `\${{ inputs.adapter == '${adapter}' && secrets.${name} || '' }}`]),
    ),
  );
});

if (isLong) {
  test('without its key nothing is played', async () => {
    const play = await workflowStep('bench.yml', 'real', 'play with a model');
    const env = { ...askedModel, OPENCHROME_BENCH_REAL: '1', SHA: project.sha ?? '' };
    const refused = await runStep(play, project.folder, env);
    expect(refused.exitCode).toBe(1);
    expect(refused.log).toContain('ANTHROPIC_API_KEY: the key of the API');
    expect(await readdir(project.folder)).not.toContain('reports');
  });
}

if (isLong) {
  test('what a model could cost is said without a key, before anybody agrees to it', async () => {
    const cost = await workflowStep('bench.yml', 'cost', 'what it could cost');
    expect(Object.keys(cost.env).sort()).toEqual(Object.keys(askedModel).sort());
    const { exitCode, log } = await runStep(cost, project.folder, askedModel);
    expect(exitCode, log).toBe(0);
    expect(log).toContain('would play 20 episodes with claude (claude-sonnet-5-5)');
    expect(log).toContain('worst case: 3 USD');
    expect(log).toContain('nothing was played and nothing was sent');
  });

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
}

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
