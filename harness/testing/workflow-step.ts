import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import * as z from 'zod';
import { thisProject } from '../cli/this-project.ts';
import { folderOf } from './folder-of.ts';
import { cleanEnv } from './scratch-project.ts';

const Step = z.object({
  name: z.string().optional(),
  id: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
});
export type Step = z.infer<typeof Step>;

const Steps = z.object({ steps: z.array(Step) });
const Workflow = z.object({ jobs: z.record(z.string(), Steps) });

/** One step of a job, by its name. */
export async function workflowStep(file: string, job: string, name: string): Promise<Step> {
  return stepIn(await readFile(path.join(thisProject.root, '.github', 'workflows', file), 'utf8'), job, name);
}

/** The same of the text of a workflow. */
export function stepIn(text: string, job: string, name: string): Step {
  const step = Workflow.parse(parse(text)).jobs[job]?.steps.find((each) => each.name === name);
  if (!step) throw new Error(`job ${job} has no step "${name}"`);
  return step;
}

/** The steps of the action in this project's root. */
export async function actionSteps(): Promise<Step[]> {
  const text = await readFile(path.join(thisProject.root, 'action.yml'), 'utf8');
  return z.object({ runs: Steps }).parse(parse(text)).runs.steps;
}

export type StepEnd = { exitCode: number; log: string; outputs: Record<string, string>; summary: string };

/**
 * Runs a step's script as GitHub does, with this environment and none of the step's own expressions. Never throws
 * because of how it ends.
 */
export async function runStep(step: Step, cwd: string, env: Record<string, string> = {}): Promise<StepEnd> {
  const files = await folderOf({ output: '', summary: '', 'script.sh': step.run ?? '' });
  const script = path.join(files, 'script.sh');
  const ended = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    reject: false,
    all: true,
    stdin: 'ignore',
    extendEnv: false,
    env: {
      ...cleanEnv(),
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: path.join(files, 'output'),
      GITHUB_STEP_SUMMARY: path.join(files, 'summary'),
      ...env,
    },
  });
  const output = await readFile(path.join(files, 'output'), 'utf8');
  return {
    exitCode: ended.exitCode ?? -1,
    log: ended.all ?? '',
    outputs: Object.fromEntries(
      output
        .split('\n')
        .filter(Boolean)
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    summary: await readFile(path.join(files, 'summary'), 'utf8'),
  };
}
