import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Run } from '../results/records/result.ts';
import type { Ended } from './command-process.ts';
import type { Asked, Reply, StandInApi } from './model-apis/stand-in-api.ts';
import { cleanEnv, type ScratchProject } from './scratch-project.ts';

export const task01 = 'task-01-example-com-title';

/** A model that reads the page, then goes where its text says. */
export function reader({ answers }: Asked): Reply {
  if (answers.length === 0)
    return {
      text: 'I read the page.',
      calls: [{ tool: 'browser_snapshot', args: {} }],
      usage: { input: 1234, output: 56, cacheWrite: 4000 },
    };
  const name = /\b(example\.com)\b/.exec(answers[0] ?? '')?.[1];
  if (answers.length === 1)
    return {
      calls: [{ tool: 'browser_navigate', args: { url: `https://${name}/` } }],
      usage: { input: 321, output: 78, cacheRead: 4000 },
    };
  return {
    text: 'I am there.',
    calls: [{ tool: 'done', args: { success: true } }],
    usage: { input: 99, output: 7, cacheRead: 4321 },
  };
}

/** The words of a run of a model into the folder `out`. */
export const modelRunWords = (out: string, flags: string[] = []) => [
  ...['bench', 'webvoyager', '--real', '--task', task01, '--web', 'hermetic', '--out', out],
  ...flags,
];

export function runModel(
  project: ScratchProject,
  api: StandInApi,
  { out, flags, env = {} }: { out: string; flags: string[]; env?: Record<string, string> },
): Promise<Ended> {
  return project.harness(modelRunWords(out, flags), { env: { ...cleanEnv(), ...api.env, ...env } });
}

/** The one run that is saved in the folder `out`. */
export async function onlyRun({ folder }: ScratchProject, out: string): Promise<Run> {
  const names = await readdir(path.join(folder, out));
  const name = names.find((each) => /^\d{8}T\d{6}Z-[^.]+\.json$/.test(each)) ?? '';
  return Run.parse(JSON.parse(await readFile(path.join(folder, out, name), 'utf8')));
}
