import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { adaptersOf } from '../../agents/index.ts';
import { thisProject } from '../../cli/this-project.ts';
import { askedModel } from '../../testing/asked-model.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject();
});

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
  expect(inputs.adapter?.options).toEqual(['none', ...adaptersOf('model').map(({ id }) => id)]);
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

test('without its key nothing is played', async () => {
  const play = await workflowStep('bench.yml', 'real', 'play with a model');
  const env = { ...askedModel, OPENCHROME_BENCH_REAL: '1', SHA: project.sha ?? '' };
  const refused = await runStep(play, project.folder, env);
  expect(refused.exitCode).toBe(1);
  expect(refused.log).toContain('ANTHROPIC_API_KEY: the key of the API');
  expect(await readdir(project.folder)).not.toContain('reports');
});
