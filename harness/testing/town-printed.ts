import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnv } from './scratch-project.ts';

const script = fileURLToPath(new URL('./print-town.ts', import.meta.url));

/** A summer time half a day ahead of the one here, and commas for points. */
export const elsewhere = { TZ: 'Pacific/Auckland', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' };

/** What `print-town.ts` says of each instance of a seed, by its id; of these templates, or of all. */
export async function townPrinted(
  { seed, workers = 0, ids = [] }: { seed: number; workers?: number; ids?: readonly string[] },
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, `${seed}`, `${workers}`, ...ids], {
    env: { ...cleanEnv(), ...env },
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout);
}
