import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent } from '../agents/clis/agent.ts';
import { Run } from '../results/records/result.ts';
import type { Ended } from './command-process.ts';
import type { Vendor } from './model-apis/start-vendor.ts';
import { cleanEnv, type ScratchProject } from './scratch-project.ts';

/** USD per million tokens of the fake models. */
const price = ['--price-in', '2', '--price-out', '10'];

/**
 * Plays a listed agent on a fake API with a command of the project, and reads the stored run. `out`: the folder of the
 * run in the project. `env`: more variables, such as the program of the agent.
 */
export async function playAgent(
  project: ScratchProject,
  { id, api }: Pick<Agent, 'id' | 'api'>,
  vendor: Vendor,
  { out, flags, env = {} }: { out: string; flags: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<Ended & Run> {
  const { baseUrlVariable, keyVariable } = api.vendor;
  const ended = await project.harness(['run', '--agent', id, ...price, '--no-save', '--out', out, ...flags], {
    env: {
      ...cleanEnv(),
      OPENCHROME_BENCH_REAL: '1',
      [baseUrlVariable]: vendor.baseUrl,
      [keyVariable]: vendor.key,
      ...env,
    },
  });
  const folder = path.join(project.folder, out);
  const [file] = globSync('[0-9]*Z-*.json', { cwd: folder, exclude: ['*.manifest.json'] });
  if (file === undefined) throw new Error(`no run in ${out}: ${ended.stderr}`);
  return { ...ended, ...Run.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8'))) };
}
