import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Run } from '../../results/records/result.ts';
import { startVendor } from '../model-apis/start-vendor.ts';
import { cleanEnv, type ScratchProject } from '../scratch-project.ts';
import { recordedModel, type Trials } from './recorded-model.ts';
import { type Way, ways } from './ways.ts';

/** How the command line plays tasks of `webvoyager` on the stand-in of an API; `rules` are those that the loop broke. */
export async function playRecorded(
  project: ScratchProject,
  dialect: string,
  tasks: readonly string[],
  trials: Trials = {},
): Promise<{ run: Run; stdout: string; exitCode: number; rules: string[]; way: Way; out: string }> {
  const way = ways[dialect];
  if (!way) throw new Error(`nothing is known of ${dialect}`);
  await using vendor = await startVendor(dialect, await recordedModel(tasks, trials));
  const flags = ['--adapter', way.adapter, '--model', way.model, '--price-in', '2', '--price-out', '10'];
  const played = await project.harness(
    [
      ...['bench', 'webvoyager', '--real', '--web', 'hermetic', '--out', dialect],
      ...flags,
      ...['--trials', String(trials.trials ?? 1), '--workers', '1'],
      ...tasks.flatMap((task) => ['--task', task]),
    ],
    { env: { ...cleanEnv(), OPENCHROME_BENCH_REAL: '1', ...way.env(vendor) } },
  );
  const out = path.join(project.folder, dialect);
  const [file = ''] = globSync('[0-9]*Z-*.json', { cwd: out });
  const run = Run.parse(JSON.parse(await readFile(path.join(out, file), 'utf8')));
  const rules = vendor.requests.flatMap(({ refused }) => refused ?? []);
  return { ...played, run, rules, way, out };
}
