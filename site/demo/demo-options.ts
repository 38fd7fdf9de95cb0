import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../../harness/platform/errors/user-error.ts';
import { syntheticMarker } from '../../harness/publish/board/synthetic-marker.ts';
import { contenders } from './contenders.ts';

export type DemoOptions = {
  commits: number;
  tasks: number;
  runsPerCommit: number;
  rows: number;
  trials: number;
  seed: number;
  /** Null: a fresh folder. */
  out: string | null;
  build: boolean;
};

export const usage = `Usage: npm run site:demo -- [options]

an invented history of results in a scratch folder, and the site made of it

Options:
  --commits <n>          commits of the history (default: 200)
  --tasks <n>            tasks of each suite (default: 30)
  --runs-per-commit <n>  replays and models that each commit plays in turn (default: 3)
  --rows <n>             agents of the board that each of four releases plays; 0 for no board (default: 20)
  --trials <n>           trials of each task of the board (default: 3)
  --seed <n>             another number, another history (default: 1)
  --out <folder>         where to write it (default: a fresh folder)
  --no-build             only the results, and how to build the site
  --help                 this`;

/** Null where help was asked for. Throws UserError. `projectResults` is where what was measured is kept: nothing invented goes there. */
export function readDemoOptions(args: string[], projectResults: string): DemoOptions | null {
  const values = parse(args);
  if (values.help) return null;
  return {
    commits: whole('--commits', values.commits, 1, 100_000),
    tasks: whole('--tasks', values.tasks, 1, 1000),
    runsPerCommit: whole('--runs-per-commit', values['runs-per-commit'], 1, contenders.length),
    rows: whole('--rows', values.rows, 0, 100),
    trials: whole('--trials', values.trials, 1, 50),
    seed: whole('--seed', values.seed, 0, 2 ** 31),
    out: values.out === undefined ? null : scratchFolder(values.out, projectResults),
    build: !values['no-build'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        commits: { type: 'string', default: '200' },
        tasks: { type: 'string', default: '30' },
        'runs-per-commit': { type: 'string', default: '3' },
        rows: { type: 'string', default: '20' },
        trials: { type: 'string', default: '3' },
        seed: { type: 'string', default: '1' },
        out: { type: 'string' },
        help: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function whole(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UserError(`${flag}: found "${text}"; allowed is a whole number from ${least} to ${most}`);
}

function scratchFolder(out: string, projectResults: string): string {
  if (out === '') throw new UserError('--out: found nothing; it must be a folder');
  const folder = realFolder(resolve(out));
  const kept = realFolder(projectResults);
  for (const place of [folder, join(folder, 'results')])
    if (place === kept || place.startsWith(kept + sep))
      throw new UserError(`--out: ${out} would put invented results into ${kept}; name another folder`);
  if (!existsSync(folder)) return folder;
  if (!statSync(folder).isDirectory()) throw new UserError(`--out: ${out} is a file; it must be a folder`);
  const isDemo = existsSync(join(folder, 'results', syntheticMarker));
  if (!isDemo && readdirSync(folder).length > 0)
    throw new UserError(`--out: ${out} is neither empty nor an earlier demo; name another folder`);
  return folder;
}

/** With every link followed, though the last of its folders need not be there yet. */
function realFolder(folder: string): string {
  if (existsSync(folder) || dirname(folder) === folder) return realpathSync(folder);
  return join(realFolder(dirname(folder)), basename(folder));
}
