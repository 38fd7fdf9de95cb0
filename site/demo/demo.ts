import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../../harness/platform/errors/user-error.ts';
import { syntheticMarker } from '../../harness/publish/site/site-settings.ts';
import { runFileOf } from '../../harness/results/records/read-history.ts';
import { resultsText, runFile } from '../../harness/results/records/results-text.ts';
import { readSuites } from '../../harness/task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../../harness/task/read-tasks.ts';
import { runSite } from '../build/run-site.ts';
import { contenders, type SyntheticScale, syntheticHistory } from './synthetic-history.ts';

/** For each number: its help text, default, minimum and maximum. */
const numbers = {
  commits: ['commits of the history', 200, 1, 100_000],
  tasks: ['tasks of each suite', 30, 1, 1000],
  'runs-per-commit': ['runs of each commit, taken in turn from replays and models', 3, 1, contenders.length],
  rows: ['agents of the board, which each of four releases plays; 0 for no board', 20, 0, 1000],
  trials: ['trials of each task of the board', 3, 1, 50],
  seed: ['seed of the random history', 1, 0, 2 ** 31],
} as const;

export const usage = `Usage: npm run site:demo -- [options]

an invented history of results in a scratch folder, and the site built from it

Options:
${Object.entries(numbers)
  .map(([name, [says, usual]]) => `  --${`${name} <n>`.padEnd(21)}${says} (default: ${usual})`)
  .join('\n')}
  --out <folder>         the folder to write to (default: a fresh folder)
  --no-build             write only the results, and print the build command
  --help                 this`;

export type DemoOptions = Omit<SyntheticScale, 'taskIds'> & {
  tasks: number;
  /** Null for a fresh folder. */
  out: string | null;
  build: boolean;
};

/** Null for `--help`. Throws UserError. `projectResults` is the folder of measured results: nothing invented is written there. */
export function readDemoOptions(args: string[], projectResults: string): DemoOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const number = (name: keyof typeof numbers): number => {
    const [, usual, least, most] = numbers[name];
    const text = values[name];
    if (text === undefined) return usual;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UserError(`--${name}: got "${text}"; expected a whole number from ${least} to ${most}`);
  };
  return {
    commits: number('commits'),
    tasks: number('tasks'),
    runsPerCommit: number('runs-per-commit'),
    rows: number('rows'),
    trials: number('trials'),
    seed: number('seed'),
    out: values.out === undefined ? null : scratchFolder(values.out, projectResults),
    build: !values['no-build'],
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean' } as const;
  const flags = { commits: text, tasks: text, 'runs-per-commit': text, rows: text, trials: text, seed: text };
  try {
    return parseArgs({ args, options: { ...flags, out: text, help: yes, 'no-build': yes } }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function scratchFolder(out: string, projectResults: string): string {
  if (out === '') throw new UserError('--out: got nothing; expected a folder');
  const folder = realFolder(resolve(out));
  const kept = realFolder(projectResults);
  for (const place of [folder, join(folder, 'results')])
    if (place === kept || place.startsWith(kept + sep))
      throw new UserError(`--out: ${out} would put invented results into ${kept}; name another folder`);
  if (!existsSync(folder)) return folder;
  if (!statSync(folder).isDirectory()) throw new UserError(`--out: ${out} is a file; expected a folder`);
  const isDemo = existsSync(join(folder, 'results', syntheticMarker));
  if (!isDemo && readdirSync(folder).length > 0)
    throw new UserError(`--out: ${out} is neither empty nor an earlier demo; name another folder`);
  return folder;
}

/** The real path with all links followed; its last folders need not exist yet. */
function realFolder(folder: string): string {
  if (existsSync(folder) || dirname(folder) === folder) return realpathSync(folder);
  return join(realFolder(dirname(folder)), basename(folder));
}

/** Ids of `count` tasks: first those of a folder, so that their pages have a history, then invented ones. */
export async function demoTasks(folder: string, count: number): Promise<string[]> {
  const own = withoutMistakes(await readSuites(folder, noPatternCheck));
  return Array.from({ length: count }, (_, index) => own[index]?.task.id ?? `example-task-${index + 1}`);
}

/** With more episodes (about a kilobyte each), a commit may exceed the size limit of one file, so each run has its own. */
const mostEpisodes = 30_000;

/** Writes `<folder>/results` anew and returns it. The references are those of the project: published claims, not results. */
export function writeDemo(folder: string, projectResults: string, scale: SyntheticScale): string {
  const results = join(folder, 'results');
  for (const stale of [results, join(folder, 'dist')]) rmSync(stale, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const { taskIds, ...numbers } = scale;
  const marker = { schema: 'contract-bench.synthetic.v1', ...numbers, tasks: taskIds.length };
  writeFileSync(join(results, syntheticMarker), `${JSON.stringify(marker)}\n`);
  copyFileSync(join(projectResults, 'references.json'), join(results, 'references.json'));
  for (const file of syntheticHistory(scale)) {
    const folder = join(results, file.sha);
    if (file.runs.length * taskIds.length * scale.trials <= mostEpisodes) {
      writeFileSync(`${folder}.json`, resultsText(file));
      continue;
    }
    mkdirSync(folder);
    for (const run of file.runs) writeFileSync(runFileOf(folder, run.runId), runFile(file, run));
  }
  return results;
}

/** `sizeMb`: all files in millions of bytes; `peakMb`: peak memory of the build. */
export type DemoBuild = { files: number; sizeMb: number; seconds: number; peakMb: number };

/** Builds the site of `results` into `outDir`. Throws the output of the build if it fails. */
export function buildDemo(results: string, outDir: string): DemoBuild {
  const from = performance.now();
  const said = runSite(['--out', outDir], {
    env: { RESULTS_DIR: results },
    nodeOptions: [`--import=${new URL('./report-peak.ts', import.meta.url).href}`],
  });
  const seconds = (performance.now() - from) / 1000;
  // The command also reports its own peak, which is lower.
  const peaks = [...said.matchAll(/^peak (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes));
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { files: files.length, sizeMb: bytes / 1e6, seconds, peakMb: Math.max(...peaks) / 1024 };
}
